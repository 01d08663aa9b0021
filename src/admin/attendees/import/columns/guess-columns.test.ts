import { afterEach, expect, test, vi } from 'vitest';
import { newPublicField } from '#admin/testing/form-fakes.ts';
import { MemoryStorage } from '#admin/testing/session-fakes.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { readCsv } from '../file/read-file.ts';
import { missingLabels, targetsOf } from './column-targets.ts';
import { chooseTarget, guessColumns, type RememberedColumns } from './guess-columns.ts';
import { readRememberedColumns, rememberColumns } from './remembered-columns.ts';

const event = { id: 'event', event_title: 'Open day', date: null, brunch_event: false };

const HEAD = 'first_name,last_name,email';

function guess(text: string, { fields = [], remembered = {} }: { fields?: PublicField[]; remembered?: RememberedColumns } = {}) {
  const target = { event, fields };
  return guessColumns(readCsv(text, target), targetsOf(target), remembered);
}

/** The key and the reason of each column. */
const found = (...given: Parameters<typeof guess>) => guess(...given).map(({ target, reason }) => [target?.key, reason]);
const keys = (...given: Parameters<typeof guess>) => guess(...given).map(({ target }) => target?.key);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('IMP-2, IMP-21: headers match regardless of case, spaces and hyphens', () => {
  expect(found('First Name,LAST-NAME, e-mail ,Job title,ORGANISATION,Message,Marketing\nAda,Marsh,ada@example.com,,,,')).toEqual(
    ['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message', 'marketing'].map((key) => [key, 'Same name']),
  );
});

test.each([
  ['Last name', 'first_name,email'],
  ['Email', 'first_name,last_name'],
])('IMP-3: without a column for %s nothing can be imported, and it is named', (missing, head) => {
  expect(missingLabels(guess(`${head}\na,b`))).toEqual([missing]);
});

test('IMP-2: in a file without a header row no person is mistaken for one', () => {
  const columns = guess('Ada,Marsh,ada@example.com\nBen,Osei,ben@example.com,Acme');
  expect(columns.map(({ header, target }) => [header, target?.key])).toEqual([
    ['Column 1', undefined],
    ['Column 2', undefined],
    ['Column 3', 'email'],
    ['Column 4', undefined],
  ]);
  expect(missingLabels(columns)).toEqual(['Last name']);
});

test('USE-51: other names of a column are guessed, in several languages', () => {
  expect(found('Vorname;Nachname;E-Mail;Firma;Designation;Bemerkung;Newsletter\na;b;c@d.e;f;g;h;i')).toEqual([
    ['first_name', 'Guessed'],
    ['last_name', 'Guessed'],
    ['email', 'Same name'],
    ['organisation', 'Guessed'],
    ['job_title', 'Guessed'],
    ['message', 'Guessed'],
    ['marketing', 'Guessed'],
  ]);
});

test.each([
  'Prénom,Nom,Courriel,Société',
  'Guest - First name,Guest - Last name,Email,Company',
  'Adı,Soyadı,E-posta,Kurum',
  'Имя,Фамилия,Эл. почта,Компания',
  'Όνομα,Επώνυμο,Email,Εταιρεία',
  'Ime,Prezime,E-pošta,Tvrtka',
  'Given name,Surname,Email,Co.',
])('USE-51: the names of the columns in %j are known', (head) => {
  expect(keys(`${head}\na,b,c@d.e,f`)).toEqual(['first_name', 'last_name', 'email', 'organisation']);
});

test('USE-51: a question is guessed by the beginning of its label, or by values that are its options', () => {
  const fields = [
    newPublicField('Dietary needs', 'dietary_needs'),
    newPublicField('Brunch', 'brunch', { type: 'select', options: ['Full English', 'Vegan'] }),
  ];
  expect(found(`${HEAD},Diet,Breakfast\na,b,c@d.e,none,Vegan\na,b,d@d.e,,Veggie`, { fields }).slice(3)).toEqual([
    ['dietary_needs', 'Guessed'],
    ['brunch', 'Guessed'],
  ]);
});

test.each(['Phone 1 - Type,Phone 1 - Value', 'Phone number type,Phone number', 'Phone 1 - Label,Phone 1 - Value'])(
  'USE-51: the second of %j is the answer',
  (head) => {
    const fields = [newPublicField('Phone', 'phone')];
    expect(keys(`${HEAD},${head}\na,b,c@d.e,Mobile,0123`, { fields }).slice(3)).toEqual([undefined, 'phone']);
  },
);

test.each(['Ernährung', 'Essenswunsch', 'Allergies', 'Régime', 'Food allergies?', 'Kostform', 'Meal preference', 'Besondere Verpflegung'])(
  'USE-51: %j is the question about dietary needs, by what it is about',
  (header) => {
    const fields = [newPublicField('Telephone', 'telephone'), newPublicField('Dietary needs', 'dietary_needs')];
    expect(keys(`${HEAD},${header}\na,b,c@d.e,vegan`, { fields })[3]).toBe('dietary_needs');
    const menu = newPublicField('Menu', 'menu', { type: 'select', options: ['Fish', 'Pie'] });
    expect(keys(`${HEAD},${header}\na,b,c@d.e,vegan`, { fields: [menu] })[3]).toBeUndefined();
  },
);

test.each(['Name', 'Vorname', 'Preferred name', 'Position', 'Pronouns of attendee'])(
  'USE-51: a column %j of pronouns is not one of names',
  (header) => {
    expect(keys(`${header},Names,Email\nshe/her,Ann Lee,c@d.e\nhe / him,Ben Ray,d@d.e`)).toEqual([undefined, '_name', 'email']);
  },
);

test('USE-51: a column of codes is not one of names', () => {
  expect(keys('Participant,Name,Email\nP-001,Ann Lee,c@d.e\nP-002,Ben Ray,d@d.e')).toEqual([undefined, '_name', 'email']);
});

test.each([
  'Newsletter',
  'Einwilligung',
  'OPT_IN',
  'Marketing consent',
  'Marketing opt-in',
  'Mailing list',
  'Email newsletter',
  'Newsletter (Consent)',
  'Newsletter (yes/no)',
  'Attendee accepted marketing emails',
  'Would you like our newsletter?',
  'Yes, I’d like to receive the newsletter by email',
  'Do you want to subscribe to our newsletter?',
  'Möchten Sie unseren Newsletter?',
  'Ja, ich möchte den Newsletter per E-Mail erhalten',
  'Einwilligung in Werbung per E-Mail',
  'Souhaitez-vous recevoir notre newsletter ?',
  'Nyhetsbrev',
  'Vill du ha vårt nyhetsbrev?',
  'Ik wil de nieuwsbrief ontvangen',
  'Zgoda marketingowa',
])('IMP-6: %j is consent', (header) => {
  expect(keys(`${HEAD},"${header}"\na,b,c@d.e,yes`)).toEqual(['first_name', 'last_name', 'email', 'marketing']);
});

test.each([
  'No marketing emails',
  'Do not send newsletter',
  'Does not want marketing',
  'Don’t send me marketing emails',
  'Keine Werbung',
  'Ich möchte keinen Newsletter',
  'Kein Newsletter gewünscht',
  'Newsletter abbestellt',
  'Marketing consent withdrawn',
  'Newsletter: declined',
  'Geen nieuwsbrief',
  'Inget nyhetsbrev',
  'Je ne souhaite pas recevoir la newsletter',
  'Attendee unsubscribed from newsletter',
  'Participant opted out of marketing',
  'Marketing opt-out',
  'Newsletter unsubscribed',
  'Do Not Email',
  'doNotContact',
  'Blocklisted',
  'Keine E-Mails',
  'Abbestellt am',
])('IMP-6: %j says that someone wants no mail', (header) => {
  expect(keys(`${HEAD},"${header}"\na,b,c@d.e,yes`)).toEqual(['first_name', 'last_name', 'email', '_unsubscribed']);
});

test.each([
  'Samtykke',
  'Samtycke',
  'Einwilligung Datenschutz',
  'Einwilligung Fotoaufnahmen',
  'SMS marketing',
  'SMS marketing opt-out',
  'Newsletter declined by',
  'SMS newsletter unsubscribed',
  'Werbung per Telefon',
  'Marketing by post',
  'Which topics interest you? (Marketing)',
  'Are you in marketing?',
  'Do you like our newsletter?',
  'Do you work in marketing?',
  'Head of Marketing',
  'Marketing contact status',
  'Not unsubscribed from newsletter',
  'Newsletter not declined',
  'No consent',
  'Do not contact by phone',
  'Do not mail',
  'No emails sent',
])('IMP-6: %j is neither', (header) => {
  expect(keys(`${HEAD},"${header}"\na,b,c@d.e,yes`)).toEqual(['first_name', 'last_name', 'email', undefined]);
});

test('IMP-6: a column that was once chosen as consent is guessed again only if its name says so', () => {
  const remembered = { contactok: 'marketing', keinewerbung: 'marketing', newsletter: 'marketing' };
  expect(found(`${HEAD},Contact ok\na,b,c@d.e,yes`, { remembered })[3]).toEqual([undefined, 'Marketing last time']);
  expect(found(`${HEAD},Keine Werbung\na,b,c@d.e,yes`, { remembered })[3]).toEqual(['_unsubscribed', 'Guessed']);
  expect(found(`${HEAD},Newsletter\na,b,c@d.e,yes`, { remembered })[3]).toEqual(['marketing', 'As last time']);
});

test('USE-51: the first of two columns for one thing is used, and the other not imported', () => {
  expect(keys(`${HEAD},E-Mail,email\na,b,c@d.e,f@g.h,`)).toEqual(['first_name', 'last_name', 'email', undefined, undefined]);
  expect(keys('Company,Firma,Organisation\na,b,c')).toEqual([undefined, undefined, 'organisation']);
});

test.each(['Line manager email', 'Manager’s email', 'Emergency contact email', 'Secondary email', 'Old email', 'Invited by (email)'])(
  'USE-51: %j is the address of someone else, or another one',
  (header) => {
    expect(keys(`${header},Work email\na@b.example,c@d.example`)).toEqual([undefined, 'email']);
  },
);

test('USE-51: sixty columns and nameless ones do not get in the way', () => {
  const header = [HEAD, ...Array.from({ length: 58 }, (_, index) => (index % 2 === 0 ? '' : `Extra ${index}`))].join(',');
  expect(keys(`${header}\na,b,c@d.e`)).toEqual(['first_name', 'last_name', 'email', ...Array.from({ length: 58 }, () => undefined)]);
});

test('IMP-24: a column that matches the key or label of a custom field becomes its answer', () => {
  const fields = [newPublicField('What shall we cook?', 'diet'), newPublicField('T-shirt size', 't-shirt_size')];
  expect(keys(`${HEAD},DIET,T Shirt Size\na,b,c@d.e,vegan,L`, { fields }).slice(3)).toEqual(['diet', 't-shirt_size']);
  expect(keys(`${HEAD},what shall we cook?\na,b,c@d.e,vegan`, { fields }).slice(3)).toEqual(['diet']);
});

test('IMP-24: the exact key of a field matches before a similar header', () => {
  expect(keys(`${HEAD},e-mail\na,b,c@d.e,2`, { fields: [newPublicField('E-mail', 'e-mail')] })).toEqual([
    'first_name',
    'last_name',
    'email',
    'e-mail',
  ]);
});

test('IMP-25: other columns, including those of disclaimers and of another brunch, are not imported', () => {
  const fields = [
    newPublicField('Terms', 'terms', { type: 'disclaimer' }),
    newPublicField('Menu', 'menu', { brunch_event: true, brunch_event_id: 'other' }),
  ];
  expect(keys(`${HEAD},Fax,terms,menu,,submitted_at\na,b,c@d.e,1,2,3,4,5`, { fields }).slice(3)).toEqual(Array.from({ length: 5 }));
});

test('EXP-10: the time as text in an export is not imported, whatever the fields are called', () => {
  const fields = [newPublicField('Submitted', 'submitted'), newPublicField('Submitted at in words', 'submitted_at_in_words')];
  expect(keys(`${HEAD},submitted_at in words\na,b,c@d.e,Friday`, { fields })).toEqual(['first_name', 'last_name', 'email', undefined]);
});

test('PLC-46: the states of registrations are recognised in our export, whatever fields are called and was chosen before', () => {
  const fields = [newPublicField('_registration', 'registration')];
  expect(keys(`${HEAD},_registration\na,b,c@d.e,cancelled`, { fields, remembered: { registration: 'registration' } }).slice(3)).toEqual([
    '_registration',
  ]);
  expect(keys(`${HEAD},Registration\na,b,c@d.e,x`, { fields }).slice(3)).toEqual(['registration']);
});

test('USE-51: words of states make a column one of states only if they say that someone does not come, or if its name does', () => {
  const keyOf = (name: string, ...values: string[]) =>
    keys([`${HEAD},${name}`, ...values.map((value) => `a,b,c@d.e,${value}`)].join('\n'))[3];
  expect(keyOf('Invoice', 'paid', 'pending')).toBeUndefined();
  expect(keyOf('Progress', 'active', 'completed', 'cancelled', 'half')).toBeUndefined();
  expect(keyOf('Reply', 'going', 'cancelled')).toBe('_coming');
  expect(keyOf('Order status', 'paid', 'pending')).toBe('_registration');
});

test('USE-51: choosing a target removes it from the column that had it', () => {
  const columns = guess(`${HEAD},Company (2nd)\na,b,c@d.e,x`);
  const chosen = chooseTarget(columns, 3, columns[0]?.target);
  expect(chosen.map(({ target }) => target?.key)).toEqual([undefined, 'last_name', 'email', 'first_name']);
  expect(missingLabels(chosen)).toEqual([]);
});

test('USE-51: choices are remembered per series, also that a column is not imported', () => {
  const localStorage = new MemoryStorage();
  vi.stubGlobal('window', { localStorage });
  const file = 'Vorname,last_name,email,Abteilung,message\na,b,c@d.e,f,g';
  const target = { event, fields: [] };
  const organisation = targetsOf(target).find(({ key }) => key === 'organisation');
  rememberColumns('series', chooseTarget(chooseTarget(guess(file), 3, organisation), 4, undefined));
  expect(found(file, { remembered: readRememberedColumns('series') })).toEqual([
    ['first_name', 'As last time'],
    ['last_name', 'Same name'],
    ['email', 'Same name'],
    ['organisation', 'As last time'],
    [undefined, undefined],
  ]);
  rememberColumns(
    'series',
    guess('first_name,last_name,email,Fax,Organisation,Your name,Work email\n,,anonymous,1,,Ann Lee,ann@example.com'),
  );
  const next = { remembered: readRememberedColumns('series') };
  expect(keys(`${HEAD},fax,organisation\na,b,c@d.e,1,x`, next)).toEqual(['first_name', 'last_name', 'email', undefined, 'organisation']);
  const ofAnotherTool = 'E-Mail,Name Teilnehmer*in,E-Mail Teilnehmer*in\nbo@b.example,Ann Lee,a@b.example';
  expect(keys(ofAnotherTool, next)).toEqual([undefined, '_name', 'email']);
  expect(keys('Attendee name,Full name,Email\nAl,Ann Lee,a@b.example', { remembered: { attendeename: '' } })[0]).toBeUndefined();
  expect(readRememberedColumns('another series')).toEqual({});
  localStorage.setItem('turnout:import-columns:series', '{"column1":"last_name","fax":""}');
  rememberColumns('series', guess('Ada,Marsh,ada@example.com'));
  expect(readRememberedColumns('series')).toEqual({ fax: '' });
  localStorage.setItem('turnout:import-columns:series', 'broken');
  expect(readRememberedColumns('series')).toEqual({});
});
