import { expect, test } from 'vitest';
import { planOf } from '#admin/testing/import-plan.ts';

test.each([
  ['Registration status', 'active', 'unsubscribed'],
  ['Registration status', 'subscribed', 'unsubscribed'],
  ['RSVP', 'opted in', 'opted out'],
  ['Response status', 'active', 'opted out'],
])('IMP-28: with a %s that is %j or %j the second person does not come', async (header, cell, other) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${cell}\nBo Lee,c@b.example,${other}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', `Bo|Lee|c@b.example||||Not confirmed: ${other}`]);
});

test.each(['is_deleted', 'Deleted at', 'Withdrawn'])('IMP-28: someone listed under %s does not come', async (header) => {
  const { plan } = await planOf(
    `Name,Email,${header}\nAnn Lee,a@b.example,\nBo Lee,c@b.example,${header.endsWith('at') ? '2027-02-01' : 'true'}`,
  );
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Lee|c@b.example||||cancelled']);
});

test.each([
  ['is_deleted,is_cancelled', '0,0', '0,1'],
  ['Zahlungsstatus,Status', 'bezahlt,bestätigt', 'bezahlt,storniert'],
  ['Order status,Ticket status', 'completed,valid', 'completed,void'],
  ['Registration status,Approval status', 'completed,approved', 'completed,cancelled'],
  ['cancelled_at,deleted_at', ',', ',2027-02-01'],
  ['Abgesagt am,Gelöscht', ',nein', ',ja'],
  ['Status', 'Registered', 'Withdrawn'],
  ['Statut', 'Actif', 'Annulé'],
  ['Estado', 'Activa', 'Anulada'],
  ['Estado del asistente', 'Asiste', 'No asiste'],
  ['Stato', 'Attivo', 'Annullato'],
  ['Status', 'Actief', 'Geannuleerd'],
  ['Response', 'Accept', 'Regrets'],
  ['Enrolment status', 'Enrolled', 'Dropped out'],
  ['Will you attend?', 'Attending online', 'Not attending'],
  ['Durum', 'Onaylandı', 'İptal edildi'],
  ['Статус', 'Подтверждено', 'Отменено'],
  ['Stare', 'Confirmat', 'Anulat'],
  ['Κατάσταση', 'Επιβεβαιωμένη', 'Ακυρωμένη'],
  ['Stav', 'Potvrdené', 'Zrušené'],
])('IMP-28: under %s, a person with %j comes and one with %j is cancelled', async (header, comes, doesNot) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${comes}\nBo Lee,c@b.example,${doesNot}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Lee|c@b.example||||cancelled']);
});

test.each([
  ['Waiting list (2)', 'waiting'],
  ['Warteliste:', 'waiting'],
  ['Expired', 'Not confirmed: expired'],
  ['Group B', 'Email is required'],
])('IMP-28: a line %j gives the state of the rows below it', async (heading, outcome) => {
  const { plan } = await planOf(
    `Name,Email,Company\nAnn Lee,a@b.example,\n\n${heading},,\nBo Lee,c@b.example,Acme\nCancelled,,\nCy Lee,d@b.example,`,
  );
  expect(plan[0]).toBe('Ann|Lee|a@b.example||||add');
  expect(plan[1]).toContain(outcome);
  expect(plan.at(-1)).toBe('Cy|Lee|d@b.example||||cancelled');
});

test('IMP-28: a row with only a state says nothing about the rows below it', async () => {
  const { plan } = await planOf('Status,Name,Email\nConfirmed,Ann Lee,a@b.example\nCancelled,,\nConfirmed,Bo Lee,c@b.example');
  expect(plan.map((row) => row.split('|').at(-1))).toEqual(['add', 'Last name is required. Email is required', 'add']);
});

test.each([
  ['Waitlist', 'no', 'yes', 'waiting'],
  ['On waiting list', '', 'x', 'waiting'],
  ['waitlisted_at', '', '2027-02-01', 'waiting'],
  ['Waitlist position', '', '3', 'waiting'],
  ['Auf der Warteliste', 'nein', 'ja', 'waiting'],
  ['Liste d’attente', 'non', 'oui', 'waiting'],
  ['Lista rezerwowa', 'nie', 'tak', 'waiting'],
  ['Bekleme listesi', 'hayır', 'evet', 'waiting'],
  ['Лист ожидания', 'нет', 'да', 'waiting'],
  ['Status', 'Confirmed', 'Standby', 'waiting'],
  ['Status', 'ACQUIRED', 'RELEASED', 'Not confirmed: released'],
  ['Booking Status', 'Success', 'Failed', 'Not confirmed: failed'],
  ['Status', 'ACQUIRED', 'TO_BE_PAID', 'Not confirmed: to_be_paid'],
  ['Antwort', 'Zugesagt', 'Unter Vorbehalt', 'Not confirmed: unter vorbehalt'],
  ['Order status', 'completed', 'on-hold', 'Not confirmed: on-hold'],
  ['Approved', 'yes', 'no', 'Not confirmed: no'],
  ['Registration confirmed', 'true', 'false', 'Not confirmed: false'],
  ['Attending', 'Y', 'N', 'Not confirmed: n'],
  ['Approved', 'Yes', 'Pending', 'Not confirmed: pending'],
  ['Confirmed', '2027-02-01', 'no', 'Not confirmed: no'],
  ['Attending', '2', '0', 'Not confirmed: 0'],
  ['Genehmigt', 'ja', 'nein', 'Not confirmed: nein'],
  ['Potwierdzony', 'tak', 'nie', 'Not confirmed: nie'],
  ['RSVP', 'yes', 'maybe', 'Not confirmed: maybe'],
  ['Pending approval', 'no', 'yes', 'Not confirmed: pending approval'],
  ['Refunded', '0', '1', 'Not confirmed: refunded'],
  ['Abgelehnt', '', 'ja', 'Not confirmed: abgelehnt'],
  ['Cancelled', 'false', 'true', 'cancelled'],
  ['Anulat', 'nu', 'da', 'cancelled'],
  ['is_cancelled', 'f', 't', 'cancelled'],
  ['Status,Waitlist,RSVP', 'Confirmed,no,yes', 'Confirmed,yes,no', 'waiting'],
])('IMP-28: under %s people with %j come, and with %j they are: %s', async (header, comes, doesNot, outcome) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${comes}\nBo Lee,c@b.example,${doesNot}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', `Bo|Lee|c@b.example||||${outcome}`]);
});

test.each([
  ['Will you be attending the workshop?', 'Yes', 'Maybe'],
  ['Nehmen Sie an unserer Veranstaltung teil?', 'Ja, gerne', 'Nein, leider nicht'],
  ['Participerez-vous à l’événement ?', 'Oui', 'Non'],
  ['Kom je naar het evenement?', 'Ja', 'Nee'],
])('IMP-28: %s says whether people come, but not when it is about a dinner', async (question, yes, no) => {
  const listOf = (header: string) => `Name,Email,"${header}"\nAnn Lee,a@b.example,"${yes}"\nBo Lee,c@b.example,"${no}"`;
  const { plan } = await planOf(listOf(question));
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', `Bo|Lee|c@b.example||||Not confirmed: ${no.toLowerCase()}`]);
  const { plan: dinner } = await planOf(listOf(question.replace(/workshop|Veranstaltung|événement|evenement/, 'dinner')));
  expect(dinner[1]).toBe('Bo|Lee|c@b.example||||add');
});

test.each([
  ...'Paid,Checked in,Attended,Terms accepted,Email confirmed,Waitlist enabled,Refundable,Active,Scanned,Used,Expected'.split(','),
  ...'Оплачен,Сплачено,Ödendi,Platit,Plaćeno,Zaplatené,Makstud,Apmaksāts,Apmokėta,Πληρωμένο,Plačano,Zapłacone'.split(','),
  ...'Gültig,Geldig,Gyldig,Giltig,Attending online,Accept'.split(','),
])('IMP-28: neither a yes nor a no under %s says who comes', async (header) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,yes\nBo Lee,c@b.example,no`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Lee|c@b.example||||add']);
});

test.each([
  ['RSVP', 'yes', '"Yes, but on the waiting list"', 'waiting'],
  ['Attending', '2 people', 'Yes (cancelled 3 May)', 'Not confirmed: yes (cancelled 3 may)'],
  ['Confirmed', 'yes', 'Yes (cancelled 3 May)', 'Not confirmed: yes (cancelled 3 may)'],
  ['Attending', '1', '1 (cancelled)', 'Not confirmed: 1 (cancelled)'],
  ['Attending', '"Yes, no allergies"', 'Yes/No', 'Not confirmed: yes/no'],
  ['Attending', '"Yes, can’t wait!"', '"Yes, perhaps / No"', 'add'],
  ['Attending', '1. Yes', '2. No', 'Not confirmed: 2. no'],
  ['Approved', '1. Yes', '2. No thanks', 'Not confirmed: 2. no thanks'],
  ['Attending', '2 guests', '0 guests', 'Not confirmed: 0 guests'],
  ['Attending', '1.0', '0.0', 'Not confirmed: 0.0'],
  ['Approved', '"Ja, gerne"', '"Ja, aber storniert"', 'Not confirmed: ja, aber storniert'],
  ['Approved', 'Yes', '"No, sorry"', 'Not confirmed: no, sorry'],
  ['Waitlist', 'no', '#3', 'waiting'],
  ['Waitlist', 'no', 'yes (3)', 'waiting'],
  ['Waitlist', '"No, has a place"', '2nd', 'waiting'],
  ['Waitlist', 'no', 'cancelled', 'cancelled'],
  ['Declined', 'no', 'maybe', 'Not confirmed: maybe'],
  ['Declined', 'no', '"Yes, ill"', 'Not confirmed: declined'],
])('IMP-28: text after a yes, a no or a number counts: under %s, %j comes, and %j gives %j', async (header, comes, doesNot, outcome) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${comes}\nBo Lee,c@b.example,${doesNot}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', `Bo|Lee|c@b.example||||${outcome}`]);
});

test.each([
  ['Cancellation', 'no', '14 days before'],
  ['Cancellation', 'no', 'refundable'],
  ['Refunded', '0.00', '25.00'],
  ['RSVP,Dinner RSVP', 'yes,yes', 'yes,no'],
  ['RSVP ceremony,RSVP dinner', 'yes,yes', 'yes,no'],
  ['Status,Payment', 'Confirmed,paid', 'Confirmed,pending'],
  ['Payment status,Status', 'paid,Confirmed', 'pending,Confirmed'],
  ['RSVP,Payment status', 'yes,paid', 'yes,pending'],
  ...['Ticket payment', 'Registration payment', 'Order payment', 'Sign-up source', 'Signature', 'Event consent'].map((about) => [
    `Status,${about} status`,
    'Confirmed,confirmed',
    'Confirmed,declined',
  ]),
  ['Event consent status', 'accepted', 'declined'],
  ['Photo release', 'Accepted', 'Released'],
  ['Event GDPR status', 'accepted', 'declined'],
])('IMP-28: %s is about something else: %j and %j come', async (header, one, other) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${one}\nBo Lee,c@b.example,${other}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Lee|c@b.example||||add']);
});

test.each([
  'Payment status',
  'Status,Registration status',
  'Status,Anmeldestatus',
  'Buchungsstatus,Status',
  'Status,RSVP status',
  'Status,Attendee status',
  'Payment status,Estado de la inscripción',
  'Stato del pagamento,Stato dell’iscrizione',
  'Zahlungsstatus,Reservierungsstatus',
  'Status,Registrierungsstatus',
])('IMP-28: someone pending in the last of %s is not confirmed', async (header) => {
  const planOfStates = async (first: string, last: string) =>
    (await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${header.includes(',') ? `${first},` : ''}${last}`)).plan;
  expect(await planOfStates('confirmed', 'confirmed')).toEqual(['Ann|Lee|a@b.example||||add']);
  expect(await planOfStates('confirmed', 'pending')).toEqual(['Ann|Lee|a@b.example||||Not confirmed: pending']);
});

test.each([
  ['Registration', 'early bird'],
  ['Coming', 'by car'],
  ['Waiting', 'at the station'],
])('IMP-28: a column named %s without states excludes nobody', async (header, cell) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${cell}\nBo Lee,c@b.example,`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Lee|c@b.example||||add']);
});

test.each([
  ['Invitee status,Response', 'invited,accepted', 'add'],
  ['Response,Invitee status', 'accepted,Invited by mail', 'add'],
  ...['Response', 'Reply', 'RSVP', 'Antwort', 'Ihre Rückmeldung', 'Réponse', 'Respuesta', 'Risposta'].map((reply) => [
    `Status,${reply}`,
    'invited,yes',
    'add',
  ]),
  ['Status,Réponse', 'invited,oui', 'add'],
  ['Response,City', '?,Bonn', 'Not confirmed: ?'],
  ['Statut,Réponse', 'Invité,Oui', 'add'],
  ['Status,Response', 'invited,no', 'Not confirmed: invited'],
  ['Status,RSVP', 'Invited – waitlist,Yes', 'waiting'],
  ['Status,RSVP', 'Invited from waitlist,Yes', 'Not confirmed: invited from waitlist'],
  ['Status,RSVP', 'Invitation declined,Yes', 'Not confirmed: invitation declined'],
  ['Status,RSVP', 'Invitation cancelled,Yes', 'Not confirmed: invitation cancelled'],
  ['Status,RSVP', 'Invited by Ann (declined),Yes', 'Not confirmed: invited by ann (declined)'],
  ['Status,RSVP', 'Invited by Ann – not coming,Yes', 'Not confirmed: invited by ann – not coming'],
  ['Status,RSVP', 'Convite recusado,Sim', 'Not confirmed: convite recusado'],
  ['Status,RSVP', 'active,No response', 'Not confirmed: no response'],
  ['Status,RSVP,Waitlist', 'Offen,Yes,yes', 'waiting'],
  ['Status,RSVP', 'Invited,maybe', 'Not confirmed: invited'],
  ['Status,Waitlist', 'Invited,no', 'Not confirmed: invited'],
  ['Status,RSVP', 'Pending,yes', 'Not confirmed: pending'],
  ['RSVP,Waitlist', 'yes – waiting,no', 'waiting'],
  ['Zusage,Ort', 'Ja – wartend,Köln', 'waiting'],
])(
  'IMP-28: an invitation no longer counts once answered, and someone with a yes may still wait: under %s, %j gives %j',
  async (header, cells, outcome) => {
    const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${cells}\nBo Lee,c@b.example,yes,`);
    expect(plan[0]).toBe(`Ann|Lee|a@b.example||||${outcome}`);
  },
);

test.each([
  ...'Invited by mail,Invitation sent,Invité,Invitée,Eingeladen,Einladung versendet,Uitgenodigd,Invitado,Inbjuden,Zaproszony'.split(','),
  ...'Awaiting reply,Waiting for response,No response,Not yet replied,Offen,Noch keine Rückmeldung,Wartet auf Antwort,En attente de réponse'.split(
    ',',
  ),
])('IMP-28: someone with %j does not come, unless another column says yes', async (state) => {
  const planOfState = async (more: string) =>
    (await planOf(`Name,Email,Status,Response\nAnn Lee,a@b.example,${state},${more}\nBo Lee,c@b.example,Confirmed,yes`)).plan[0];
  expect(await planOfState('')).toBe(`Ann|Lee|a@b.example||||Not confirmed: ${state.toLowerCase()}`);
  expect(await planOfState('yes')).toBe('Ann|Lee|a@b.example||||add');
});

test.each([
  ['Response', '0', '7'],
  ['Reply', 'thank you', 'by phone'],
  ['Dinner response', 'no', 'yes'],
])('IMP-28: a column named %s with %j and %j does not say who comes', async (header, one, other) => {
  const { plan } = await planOf(`Name,Email,${header}\nAnn Lee,a@b.example,${one}\nBo Lee,c@b.example,${other}`);
  expect(plan.map((row) => row.split('|').at(-1))).toEqual(['add', 'add']);
});

test('IMP-27: a list without addresses is recognised, and nobody in it can be added', async () => {
  const { tool, plan } = await planOf(
    'Name\tUser ID\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tJoined Group on\tURL of Member Profile\nAnn Lee\tuser 1\tMember\t\tYes\t0\t2027\t2026\thttps://x.example\nCy Roe\tuser 2\tMember\t\tNo\t0\t2027\t2026\thttps://x.example\n',
    'meetup.xls',
  );
  expect({ tool, plan }).toEqual({
    tool: 'Meetup attendees',
    plan: ['Ann|Lee|||||Email is required', 'Cy|Roe|||||Not confirmed: no'],
  });
});

test.each([
  ['ステータス', '参加', 'キャンセル', 'キャンセル待ち'],
  ['状态', '已确认', '已取消', '候补名单'],
  ['الحالة', 'مؤكد', 'ملغى', 'قائمة الانتظار'],
  ['סטטוס', 'מאושר', 'בוטל', 'רשימת המתנה'],
])('IMP-28: states below %s are read', async (header, ...states) => {
  const { plan } = await planOf(`Name,Email,${header}\n${states.map((state, at) => `Lee,${at}@example.com,${state}`).join('\n')}`);
  expect(plan.map((row) => row.split('|').at(-1))).toEqual(['add', 'cancelled', 'waiting']);
});

test.each([
  ['Email;Nom du participant;Nom du participant: Prénom;Nom du participant: Nom de famille;Adresse e-mail du participant', ''],
  ['Email;Nome partecipante;Nome partecipante: Nome;Nome partecipante: Cognome;Email partecipante;Ruolo', ';Participante'],
  ['E-mailadres;Naam deelnemer;Naam deelnemer: Voornaam;Naam deelnemer: Achternaam;E-mailadres deelnemer', ''],
  ['E-Mail;Name Teilnehmer;Wie heißt du mit Vornamen?;Und mit Nachnamen?;E-Mail Teilnehmer*in', ''],
])('IMP-27: below %j whole names only count where their parts are blank', async (head, more) => {
  const rows = ['ed@b.example;Dr. Ann Lee;Ann;Lee;a@b.example', 'ed@b.example;Bo Ray;;;c@b.example'];
  const { plan } = await planOf([head, ...rows.map((row) => row + more)].join('\n'));
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add', 'Bo|Ray|c@b.example||||add']);
});

test.each([
  [
    'Full Name - First Name,Full Name - Last Name,Email,Ticket Status\nA,Lee,a@b.example,Not Checked In\nB,Ray,b@b.example,Unused\nC,Roe,c@b.example,Void',
    ['A|Lee|a@b.example||||add', 'B|Ray|b@b.example||||add', 'C|Roe|c@b.example||||cancelled'],
  ],
  [
    'Person - Name,Person - Email - Work,Person - Email - Home,Status\nA Lee,a@b.example,,Odd\nB Ray,,b@b.example,Strange\nC Roe,,c@b.example,Cancelled',
    ['A|Lee|a@b.example||||Not confirmed: odd', 'B|Ray|b@b.example||||Not confirmed: strange', 'C|Roe|c@b.example||||cancelled'],
  ],
  [
    'Name,Email,Dinner status\nA Lee,a@b.example,Odd\nB Ray,b@b.example,Strange\nC Roe,c@b.example,Cancelled',
    ['A|Lee|a@b.example||||add', 'B|Ray|b@b.example||||add', 'C|Roe|c@b.example||||add'],
  ],
])('IMP-28: cancelled people are cancelled, whatever the other states are, unless of a dinner (%#)', async (content, plan) => {
  expect((await planOf(content)).plan).toEqual(plan);
});
