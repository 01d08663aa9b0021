import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { mailKind } from '#contract/registrations/mail-kind.ts';
import type { SentMail } from '#contract/steps/side-effect-calls.ts';
import { newId } from '#server/db/new-id.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { keepUndos } from '#server/registrations/repeats/undo.ts';
import { addressDigest } from '#server/registrations/suppressions.ts';
import { purgeTexts } from '#server/steps/step-store.ts';
import { buildRegistration, recordChange, setRegistration } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, buildSignUp, launchWorker, makeDue, pathOfStep, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { inWrite } from '#server/testing/writes.ts';

const SAME = { PUBLIC_URL: 'http://localhost', TIME_ZONE: 'Europe/London' };
const server = await createTestServer(SAME);
const { db } = server;
const world = await startWorld();
const { smtp } = world;
const worker = await launchWorker({ ...server, url: server.databaseUrl }, { ...world.settings, ...SAME });
afterAll(worker.stop);

const SERIES = {
  self_service: true,
  check_in_codes: true,
  email_from: 'team@example.com',
  email_subject: 'Welcome, %FNAME%',
  email_template: 'Hello %FNAME%,\n%EVENTS%\n\n%LINK%',
};
const VENUE = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol' };

const read = async (stepId: string) => server.get(`/step/${stepId}/mail`);
const readMail = async (stepId: string): Promise<SentMail> => (await read(stepId)).body.data;
const inertOf = (text: string) => text.replaceAll(/(\/(?:registration|unsubscribe)\/)[\w-]{22,}/g, '$1…');
const mailSteps = async () => (await stepsOf(db)).filter(({ step }) => step === 'email' || step === 'mailing');
/** The mail of a step as the mail server received it. */
function sentBy({ change_id: change, mailing_person_id: person, submission_id: signUp }: Awaited<ReturnType<typeof mailSteps>>[number]) {
  const id = person ?? change ?? signUp ?? '';
  return smtp.mails.find(({ parsed }) => parsed.messageId?.startsWith(`<${id}.`))!.parsed;
}

async function clear(): Promise<void> {
  await db.deleteFrom('submission_steps').execute();
  await db.deleteFrom('mail_reservations').execute();
}

async function sendMailing(seriesId: string, eventId: string, values: object = {}): Promise<string> {
  const body = { audience: { events: [eventId] }, purpose: 'service', people: 1, begins_at: null, ...values };
  const { body: sent } = await server.post(`/event_series/${seriesId}/mailing/send`, {
    subject: 'Parking',
    template: 'Hi %FNAME%,\n%LINK%',
    ...body,
  });
  await sql`update mailings set begins_at = now() where id = ${sent.data.id}`.execute(db);
  await until(
    'the mailing to end',
    async () => (await server.get(`/event_series/${seriesId}/mailing/${sent.data.id}`)).body.data.state === 'done',
  );
  return sent.data.id;
}

test('MLG-72, MLG-73, MLG-74, MLG-75: each kind of mail is read as the mail server got it, with links that open nothing', async () => {
  await clear();
  const registration = await buildRegistration(db, { series: SERIES, event: { ...VENUE, reminder_note: 'Bring a laptop.' }, isNew: true });
  const { seriesId, eventId, submissionId } = registration;
  await db.updateTable('submissions').set({ accepts_marketing: true }).execute();
  await atRest(db);
  await buildRegistration(db, { series: { title: 'Summer' }, status: 'waiting', isNew: true, email: 'bea@example.com' });
  await atRest(db);
  const offered = await buildRegistration(db, { series: SERIES, status: 'offered', email: 'cy@example.com' });
  await recordChange(db, { ...offered, kind: 'offered', actor: 'automatic' });
  const changes = [{ label: 'Diet', before: 'None', now: 'Vegan' }];
  for (const mail of mailKind.options.filter((kind) => kind !== 'offer')) {
    await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details: { mail, changes, note: 'Sorry.' } });
    await db.deleteFrom('mail_reservations').execute();
    await atRest(db);
  }
  await sendMailing(seriesId, eventId);
  await sendMailing(seriesId, eventId, { purpose: 'marketing', subject: 'News', template: 'Hello %FNAME%, %EVENTS%' });
  const mailing = {
    id: newId(),
    form_id: seriesId,
    kind: 'reminder' as const,
    event_id: eventId,
    audience: JSON.stringify({ events: [eventId] }),
  };
  const person = { id: newId(), mailing_id: mailing.id, submission_id: submissionId, part: 1, address: Buffer.from('x') };
  await db
    .insertInto('mailings')
    .values({ ...mailing, for_date: '2055-01-12T09:30:00Z', begins_at: new Date(), is_written: true })
    .execute();
  await db.insertInto('mailing_people').values(person).execute();
  await db
    .insertInto('submission_steps')
    .values({ submission_id: submissionId, mailing_person_id: person.id, step: 'mailing', state: 'waiting', next_try_at: new Date() })
    .execute();
  await atRest(db);

  const steps = await mailSteps();
  expect(steps.filter(({ state }) => state === 'succeeded')).toHaveLength(steps.length);
  expect(steps.length).toBe(mailKind.options.length + 5);
  for (const step of steps) {
    const sent = sentBy(step);
    const mail = await readMail(step.id);
    expect([sent.subject, mail.changed]).toEqual([mail.subject, []]);
    expect(mail.text.replaceAll(/\s+/g, ' ').trim()).toBe(
      inertOf(sent.text ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    expect(mail.from).toBe(`${sent.from?.name} <${sent.from?.address}>`);
    expect(`${mail.html}${mail.text}`).not.toMatch(/\/(?:registration|unsubscribe)\/[\w-]{22}/);
    const code = /<img src="(data:image\/svg[^"]+)" width="240"/.exec(mail.html)?.[1] ?? '';
    expect(decodeURIComponent(code).includes('>Check-in code, not shown here<')).toBe(String(sent.html).includes('Check-in code ('));
    expect(Date.parse(mail.sent_at)).toBe(step.updated_at.getTime());
    expect((step.value_digests?.length ?? 0) + 16).toBeLessThan(200);
  }
  const kept = JSON.stringify(await db.selectFrom('mail_texts').selectAll().execute());
  expect(kept).not.toMatch(/Ada|Lovelace|ada@|Harbour|Fire safety/);
});

test('MLG-73, MLG-74: later changes are reported, the address separately; a text is stored once for everyone who got it', async () => {
  await clear();
  await db.deleteFrom('mail_texts').execute();
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series: SERIES, event: VENUE, isNew: true });
  const other = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], first_name: 'Bea', email: 'bea@example.com' });
  await atRest(db);
  const steps = await mailSteps();
  expect(new Set(steps.map(({ text_id: id }) => id)).size).toBe(1);
  expect(await db.selectFrom('mail_texts').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'confirmation', subject: 'Welcome, %FNAME%' },
  ]);
  const [ada, bea] = [submissionId, other].map((id) => steps.find((step) => step.submission_id === id)!.id);
  const changedOf = async (id = '') => (await readMail(id)).changed;
  expect(await changedOf(ada)).toEqual([]);

  // Changes to values that the mail does not contain do not count, nor does a new text of the series.
  await db.updateTable('submissions').set({ job_title: 'Countess', last_name: 'King' }).execute();
  await db.updateTable('forms').set({ email_subject: 'Hi', email_template: 'Other' }).execute();
  expect(await changedOf(ada)).toEqual([]);
  await db
    .updateTable('submissions')
    .set({ email: 'new@example.com', email_key: 'new@example.com' })
    .where('id', '=', submissionId)
    .execute();
  expect(await readMail(ada!)).toMatchObject({ changed: ['email'], to: 'new@example.com', subject: 'Welcome, Ada' });
  await db.updateTable('events').set({ venue: 'The Old Mill' }).execute();
  expect([await changedOf(ada), await changedOf(bea)]).toEqual([['email', 'details'], ['details']]);
  expect((await readMail(bea!)).text).toContain('The Old Mill');
  await db.updateTable('registrations').set({ status: 'cancelled' }).execute();
  expect((await readMail(bea!)).text).toContain('Hello Bea,');
  await db.updateTable('submissions').set({ first_name: '<b>A & B</b>' }).where('id', '=', other).execute();
  expect((await readMail(bea!)).html).toContain('&lt;b&gt;A &amp; B&lt;/b&gt;');
});

test('MLG-72, MLG-75: history, steps and people of a mailing show which mails can be read; one that was not sent cannot', async () => {
  await clear();
  const registration = await buildRegistration(db, { series: SERIES, isNew: true });
  const { seriesId, eventId, submissionId } = registration;
  await atRest(db);
  await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details: { mail: 'place' } });
  await recordChange(db, { ...registration, kind: 'promoted', actor: 'staff' });
  await setRegistration(db, registration, 'confirmed');
  await atRest(db);
  await db.updateTable('submissions').set({ first_name: '-', last_name: 'Ada %SERIES%' }).execute();
  const mailingId = await sendMailing(seriesId, eventId, { subject: '%FNAME%, about %EVENT% of %SERIES%' });
  const subject = 'Ada %SERIES%, about Fire safety of Spring training';
  const at = `/event_series/${seriesId}/event/${eventId}`;
  const [signUp] = (await server.get(at)).body.data.submissions;
  const confirmation = (await pathOfStep(db, submissionId, 'email')).split('/').at(-1);
  expect(signUp.errors.find(({ step }: { step: string }) => step === 'email')).toMatchObject({ success: true, mail_id: confirmation });
  const { changes } = (await server.get(`${at}/submission/${submissionId}/history`)).body.data;
  expect(
    changes.map(({ kind, steps }: { kind: string; steps: { has_mail: boolean }[] }) => [kind, steps.map((step) => step.has_mail)]),
  ).toEqual(
    expect.arrayContaining([
      ['mailing', [true]],
      ['announced', [true]],
    ]),
  );
  // The mailing is listed as the person read it.
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'mailing', event_title: subject }));
  const [person] = (await server.get(`/event_series/${seriesId}/mailing/${mailingId}/people`)).body.data.people;
  expect(person).toMatchObject({ has_mail: true, state: 'sent' });
  expect((await readMail(person.step_id)).subject).toBe(subject);

  smtp.refused.set('ada@example.com', '5.1.1 No such user');
  const refused = await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details: { mail: 'place' } });
  await atRest(db);
  expect((await server.get(`${await pathOfStep(db, refused, 'email')}/mail`)).status).toBe(404);
  await sql`update submission_steps set text_id = null where id = ${confirmation}`.execute(db);
  const old = await read(confirmation ?? '');
  expect([old.status, old.body.detail]).toEqual([404, 'The text of this email was not kept.']);
  for (const id of [newId(), 'x', "'"]) expect([404, 400, 422]).toContain((await read(id)).status);
  await db.deleteFrom('submissions').execute();
  expect((await read(person.step_id)).status).toBe(404);
});

test('MLG-72, MLG-74, MAIL-16: a mail for several sign-ups is read from the steps of each, with later changes', async () => {
  await clear();
  const { seriesId, eventId } = await buildRegistration(db, { series: SERIES });
  const at = `/event_series/${seriesId}/event/${eventId}`;
  const person = { events: [eventId], email: 'office@example.com' };
  const ids: string[] = [];
  for (const first_name of ['Bea', 'Cy', 'Dee', 'Eve', 'Fay'])
    ids.push(await buildSignUp(db, { form_id: seriesId }, { ...person, first_name }));
  await atRest(db);
  await sql`update mail_reservations set reserved_at = reserved_at - interval '1 hour'`.execute(db);
  await makeDue(db, 'email');
  await atRest(db);
  const { submissions } = (await server.get(at)).body.data;
  const mailOf = ({ id, errors }: { id: string; errors: { step: string; mail_id?: string }[] }) =>
    ids.includes(id) ? [errors.find(({ step }) => step === 'email')?.mail_id] : [];
  const mailIds = submissions.flatMap(mailOf);
  expect([mailIds.length, new Set(mailIds).size, mailIds.includes(undefined)]).toEqual([5, 4, false]);
  const shared = mailIds.find((id: string, index: number) => mailIds.indexOf(id) < index);
  const mail = await readMail(shared);
  const { text = '' } = smtp.mails.at(-1)!.parsed;
  expect([mail.changed, mail.text.trim()]).toEqual([[], inertOf(text).trim()]);
  expect(mail.text).toMatch(/Hello \w+,[\s\S]*Also registered with this email address:\n\n\w+ Lovelace/);
  await db.updateTable('submissions').set({ last_name: 'Byron' }).where('email', '=', person.email).execute();
  expect((await readMail(shared)).changed).toEqual(['details']);
  await db.deleteFrom('submission_steps').where('id', '=', shared).execute(); // As when its sign-up is deleted.
  const { status, body } = await read(shared);
  expect([status, body.detail]).toEqual([404, expect.stringContaining('The one that it was kept with has been deleted.')]);
});

test('MLG-76: the cleanup deletes a text that no step refers to, once no step can be about to refer to it', async () => {
  await clear();
  await db.deleteFrom('mail_texts').execute();
  await buildRegistration(db, { series: SERIES, isNew: true });
  await atRest(db);
  const days = (count: number) => sql`update mail_texts set used_on = current_date - ${count}::integer`.execute(db);
  await days(9);
  expect(await purgeTexts(db)).toBe(0);
  await buildRegistration(db, { series: SERIES, isNew: true });
  await atRest(db);
  await clear();
  expect(await purgeTexts(db)).toBe(0);
  await days(2);
  expect(await purgeTexts(db)).toBe(1);
});

test.each([
  ['text', 'Hello %FNAME%,\n%EVENTS%\n\n%QR%'],
  ['HTML', '<p>Hello %FNAME%,</p><p>%EVENTS%</p><p><a href="%LINK%">Yours</a></p>'],
  ['a whole document', '<!doctype html><html><body><p>Hello %FNAME%, %SUCCESS%</p></body></html>'],
])('MLG-74: the addition of a mail to %s is shown as it was, even once its cause is deleted', async (_kind, email_template) => {
  await clear();
  const registration = await buildRegistration(db, { series: { ...SERIES, email_template } });
  const { submissionId } = registration;
  await db
    .insertInto('suppressions')
    .values({ digest: addressDigest('ada@example.com'), reason: 'unsubscribed' })
    .execute();
  await db.updateTable('submissions').set({ accepts_marketing: true, awaiting_fan_out: true }).execute();
  const undo = { fields: [], events: [{ id: registration.eventId, before: null }], consent: 'I agree.' };
  const change = await inWrite(db, async (w) => {
    const [changeId = ''] = await recordChanges(w, [{ ...registration, kind: 'updated', actor: 'visitor', details: { changes: [] } }]);
    await keepUndos(w, [{ changeId, undo }]);
    return changeId;
  });
  await atRest(db);
  const paths = [await pathOfStep(db, submissionId, 'email'), await pathOfStep(db, change, 'email')];
  const readAll = async (): Promise<SentMail[]> => Promise.all(paths.map(async (path) => (await server.get(`${path}/mail`)).body.data));
  const before = await readAll();
  expect(before.map(({ changed }) => changed)).toEqual([[], []]);
  expect(before.map(({ text }) => /(unsubscribe\/…|registration\/…\/undo)/.exec(text)?.[0])).toEqual([
    'unsubscribe/…',
    'registration/…/undo',
  ]);
  await db.deleteFrom('repeat_undos').execute();
  await db.deleteFrom('suppressions').execute();
  const later = await readAll();
  expect(later.map(({ changed }) => changed)).toEqual([[], ['details']]);
  expect(later[0]).toEqual(before[0]);
  expect(later[1]!.text).not.toMatch(/%[A-Z]+%/);
});
