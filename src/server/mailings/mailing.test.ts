import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import type { Mailing, MailingPerson } from '#contract/mailings/mailing-calls.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { MAILINGS } from '#server/messages/handlers/mailing.ts';
import { createToken } from '#server/registrations/links.ts';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { pauseService } from '#server/services/pace.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { addAttendee, addEvent, addForm, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { insertNextDue } from './automatic.ts';

const { server, db, smtp } = await createServerWithWorker(createSignUpPageServer);
const { post } = selfService(server);

const TEXT = { subject: 'Parking', template: 'Hello %FNAME%,\n\nplease park behind the house.\n\n%EVENTS%' };
const NOW = { begins_at: null };

let base = '';
let eventId = '';
beforeEach(async () => {
  const { id } = await addSeries(server);
  base = `/event_series/${id}`;
  ({ id: eventId } = await addEvent(server, id));
});

const seriesId = () => base.split('/')[2] ?? '';
const add = (name: string, values = {}) =>
  addAttendee(server, seriesId(), eventId, { first_name: name, accepts_marketing: true, ...values });
const send = async (people: number, values: object = {}, at = base) =>
  server.post(`${at}/mailing/send`, { audience: { events: [eventId] }, purpose: 'service', ...TEXT, ...NOW, people, ...values });
const read = async ({ id }: { id: string }, at = base): Promise<Mailing> => (await server.get(`${at}/mailing/${id}`)).body.data;
const act = async ({ id }: { id: string }, what: 'undo' | 'stop' | 'resume') => server.post(`${base}/mailing/${id}/${what}`, {});
const peopleOf = async ({ id }: { id: string }, query = ''): Promise<MailingPerson[]> =>
  (await server.get(`${base}/mailing/${id}/people${query}`)).body.data.people;
/** Instead of waiting ten seconds. */
const begin = ({ id }: { id: string }) => sql`update mailings set begins_at = now() where id = ${id}`.execute(db);
const done = async (mailing: { id: string }, at = base) => {
  await until('the mailing to end', async () => (await read(mailing, at)).state === 'done');
  return read(mailing, at);
};
const recipients = () => smtp.mails.flatMap((mail) => mail.recipients).toSorted();
const NOBODY = { waiting: 0, sent: 0, refused: 0, not_known: 0, left_out: 0, stopped: 0 };

test('MLG-20, MLG-21, MLG-24, MLG-46, MLG-47, MLG-50, MLG-67: of 371 sign-ups 362 people get it once; a changed number is confirmed again, undo leaves nothing', async () => {
  for (const name of ['Ada', 'Bea', 'Cy', 'Dee']) await add(name);
  const ada = await add('Ada');
  for (let link = 0; link < 20; link += 1) await createToken(db, ada.id);
  const refused = await add('Eve');
  await sql`insert into submission_steps (submission_id, step, state, attempts, cause) values (${refused.id}, 'email', 'failed', 1, 'mailbox')`.execute(
    db,
  );
  const gone = await add('Fay');
  await server.post(`${base}/event/${eventId}/submission/${gone.id}/delete`, {});
  const changed = await send(5);
  expect([changed.status, changed.body.current]).toEqual([409, { people: 4 }]);

  const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const body = { audience: { events: [eventId] }, purpose: 'service', ...TEXT, ...NOW, people: 4 };
  const first: Mailing = (await server.post(`${base}/mailing/send`, body, key)).body.data;
  expect((await server.post(`${base}/mailing/send`, body, key)).body.data.id).toBe(first.id);
  expect(first).toMatchObject({ state: 'scheduled', subject: 'Parking', by: 'Ada Marsh', counts: { ...NOBODY, people: 4, waiting: 4 } });
  const undone = await act(first, 'undo');
  expect([undone.status, undone.body.data.template]).toEqual([200, TEXT.template]);
  expect((await server.get(`${base}/mailing/${first.id}`)).status).toBe(404);

  const mailing: Mailing = (await send(4, { template: `${TEXT.template}\n\n%LINK%` })).body.data;
  const cy = (await server.get(`${base}/event/${eventId}?search=cy`)).body.data.submissions[0];
  await server.post(`${base}/event/${eventId}/submission/${cy.id}/delete`, {});
  await begin(mailing);
  expect(await done(mailing)).toMatchObject({ counts: { ...NOBODY, people: 4, sent: 3, left_out: 1 }, gone: 1 });
  expect(recipients()).toEqual(['ada@example.com', 'bea@example.com', 'dee@example.com']);
  expect(smtp.mails[0]?.parsed.text).toMatch(/Day one[\s\S]*\/registration\/[\w-]{22}/);
  expect(smtp.mails[0]?.parsed.html).not.toMatch(/<img[^>]* src="http/);
  const links = await db.selectFrom('registration_tokens').select('token_hash').where('submission_id', '=', ada.id).execute();
  const steps = await db.selectFrom('submission_steps').select('step').distinct().orderBy('step').execute();
  expect([links.length, steps.map(({ step }) => step)]).toEqual([20, ['email', 'mailing']]);
  expect((await peopleOf(mailing, '?state=sent')).map(({ name }) => name).toSorted()).toEqual([
    'Ada Lovelace',
    'Bea Lovelace',
    'Dee Lovelace',
  ]);
  expect([(await act(mailing, 'undo')).status, (await act(mailing, 'stop')).status]).toEqual([409, 409]);
  const { body: list } = await server.get(`${base}/mailings`);
  expect(list.data.mailings.map(({ id }: Mailing) => id)).toEqual([mailing.id]);
});

test('MLG-19, MLG-25, MLG-34, LIV-3: stop holds mails that have not begun, and the rest go to the same audience later; open pages are updated, without a notice for each mail', async () => {
  for (let index = 0; index < 30; index += 1) await add(`Name${index}`, { email: `name${index}@example.com` });
  smtp.behaviours.set({ kind: 'slow', ms: 500 });
  const mailing: Mailing = (await send(30)).body.data;
  const live = await readLive(server.url);
  const isOfMailing = ({ topic }: LiveChange) => topic === `mailing/${mailing.id}`;
  const notices = () => live.events.flatMap(({ data }) => data.topics ?? []).filter(isOfMailing).length;
  await begin(mailing);
  await until('some to be sent', () => smtp.mails.length >= 4);
  expect((await act(mailing, 'stop')).body.data.state).toBe('stopped');
  await until('mails under way to end', async () => (await read(mailing)).counts.waiting === 0);
  const { counts } = await read(mailing);
  const { rows } = await sql`select from submission_steps where state = 'waiting' and next_try_at < now() + interval '1 day'`.execute(db);
  expect(rows).toEqual([]);
  expect([counts.people, counts.sent + counts.stopped, counts.sent < 30]).toEqual([30, 30, true]);
  expect((await act(mailing, 'stop')).status).toBe(409);
  await pauseService(db, MAILINGS, 60_000);
  expect(Date.parse((await read(mailing)).rests_until ?? '') - Date.now()).toBeGreaterThan(50_000);
  await db.deleteFrom('service_pace').execute();
  smtp.behaviours.set({ kind: 'work' });
  expect((await act(mailing, 'resume')).body.data.state).toBe('running');
  expect((await done(mailing)).counts).toEqual({ ...NOBODY, people: 30, sent: 30 });
  expect(new Set(recipients()).size).toBe(smtp.mails.length);
  await until('notices of what was sent', () => notices() > 2);
  expect(notices()).toBeLessThan(20);
});

test.each([
  ['421 4.4.2 Too many messages in one session', true],
  ['432 4.3.2 STOREDRV.ClientSubmit; sender thread exceeded', true],
  ['454 Throttling failure: Maximum sending rate exceeded.', true],
  ['450 4.7.1 Hourly limit for this sender reached', true],
  ['450 4.7.1 Daily user sending limits exceeded', true],
  ['452 4.3.1 <ann@example.com> Quota exceeded', false],
  ['450 4.7.1 <ann@rate-my.example> Greylisted, try later', false],
  ['450 4.2.1 The account you are trying to contact is receiving mail at a rate that prevents this', false],
  ['452 Mailbox quota exceeded', false],
  ['451 4.7.1 Greylisted, please try again', false],
])('MLG-30, MLG-31: whether %j pauses all mailings: %j; a mail refused for a day is in Needs attention', async (error, isPaused) => {
  await add('Ada');
  smtp.behaviours.set({ kind: 'refuse', error });
  const mailing: Mailing = (await send(1)).body.data;
  await begin(mailing);
  await until('the outcome of an attempt', async () => {
    const { rows } = await sql`select from submission_steps where step = 'mailing' and state = 'waiting' and attempts = 1`.execute(db);
    return rows.length === 1;
  });
  expect((await read(mailing)).rests_until !== null).toBe(isPaused);
  await db.deleteFrom('service_pace').execute();
  await sql`update submission_steps set first_tried_at = now() - interval '1 day', next_try_at = now() where state = 'waiting'`.execute(db);
  expect((await done(mailing)).counts).toEqual({ ...NOBODY, people: 1, refused: 1 });
  const [{ id, step }] = (await server.get('/steps/failed')).body.data.steps;
  expect([id, step]).toEqual([(await peopleOf(mailing))[0]?.step_id, 'mailing']);
  smtp.behaviours.set({ kind: 'work' });
  await db.deleteFrom('service_pace').execute();
  await server.post(`/step/${id}/retry`, {});
  await until('it to arrive', async () => (await read(mailing)).counts.sent === 1);
});

test('RMD-12: a thank-you being sent whose event now ends later waits for the new end', async () => {
  const edit = (path: string, body: object) => server.post(`${base}${path}/edit`, body);
  const endsAt = (hours: number) => edit(`/event/${eventId}`, { end_date: new Date(Date.now() + hours * HOUR_MS).toISOString() });
  await edit('', { thank_you_minutes: 60 });
  await edit(`/event/${eventId}`, { date: new Date(Date.now() - 9 * HOUR_MS).toISOString() });
  expect((await endsAt(-2)).status).toBe(200);
  const ada = await add('Ada');
  const submitted_at = new Date(Date.now() - DAY_MS);
  await db.updateTable('registrations').set({ submitted_at }).where('submission_id', '=', ada.id).execute();
  for (const table of ['events', 'forms'] as const) await sql`update ${sql.table(table)} set mails_timed_at = ${submitted_at}`.execute(db);
  await pauseService(db, MAILINGS, 60_000);
  await insertNextDue({ db, notify: notifyNobody, canMail: true }, 'Europe/London');
  await endsAt(2);
  await db.deleteFrom('service_pace').execute();
  const [mailing]: Mailing[] = (await server.get(`${base}/mailings`)).body.data.mailings;
  const message = async () => (await peopleOf(mailing!))[0]?.why;
  await until('the mail to wait', async () => (await message()) === 'Held back until the time set after the event. Retry sends it now.');
  const waiting = await read(mailing!);
  expect(waiting.counts).toEqual({ ...NOBODY, people: 1, waiting: 1 });
  expect(waiting.seconds_left).toBeGreaterThan(3_500);
  await endsAt(-2);
  await sql`update submission_steps set next_try_at = now() where state = 'waiting'`.execute(db);
  expect((await done(mailing!)).counts).toEqual({ ...NOBODY, people: 1, sent: 1 });
  expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['Thank you for coming: Day one']);
});

test('MLG-26, MLG-32: if more than half of a part was refused, the mailing stops automatically, and continues when staff choose to', async () => {
  for (let number = 1; number <= 52; number += 1) {
    await add(`Name${number}`, { email: `name${number}@example.com` });
    if (number > 26) smtp.refused.set(`name${number}@example.com`, '5.1.1 No such user');
  }
  const mailing: Mailing = (await send(52)).body.data;
  await begin(mailing);
  await until('it to stop', async () => (await read(mailing)).state === 'stopped');
  expect(await read(mailing)).toMatchObject({
    why: 'Stopped: 26 of the last 50 emails were refused. Look at the reasons in Needs attention, then send the rest.',
    counts: { people: 52, sent: 24, refused: 26, stopped: 2 },
  });
  await act(mailing, 'resume');
  expect((await done(mailing)).counts).toEqual({ ...NOBODY, people: 52, sent: 26, refused: 26 });

  // Counted again after a retry, including people deleted in the meantime.
  const [gone] = await peopleOf(mailing, '?state=sent');
  await server.post(`${base}/event/${eventId}/submission/${gone?.submission_id}/delete`, {});
  smtp.refused.clear();
  const [again] = await peopleOf(mailing, '?state=refused');
  await server.post(`/step/${again?.step_id}/retry`, {});
  await until('it to arrive', async () => (await read(mailing)).counts.sent === 27);
  expect((await done(mailing)).counts).toEqual({ ...NOBODY, people: 52, sent: 27, refused: 25 });
}, 40_000);

test('MLG-16, MLG-27, MLG-37, MLG-38: people who unsubscribe while marketing is being sent get none, but still get service mails', async () => {
  await add('Ada');
  await add('Bea');
  await add('Cy', { accepts_marketing: false });
  const refused = await send(3, { purpose: 'marketing' });
  expect(refused.body.current).toEqual({ people: 2 });
  const mailing: Mailing = (await send(2, { purpose: 'marketing' })).body.data;
  const path = await unsubscribeUrl(db, '', 'bea@example.com');
  await sql`update mailings set begins_at = now() + interval '1 hour' where id = ${mailing.id}`.execute(db);
  await sql`insert into mailing_people (mailing_id, address, submission_id, part) select ${mailing.id}, sha256(convert_to(email_key, 'UTF8')), id, 1
    from submissions where email_key = 'bea@example.com'`.execute(db);
  await post(path, { 'List-Unsubscribe': 'One-Click' });
  await sql`insert into submission_steps (submission_id, mailing_person_id, step, state, next_try_at)
    select submission_id, id, 'mailing', 'waiting', now() from mailing_people`.execute(db);
  await begin(mailing);
  expect((await done(mailing)).counts).toMatchObject({ sent: 1, left_out: 1 });
  expect((await peopleOf(mailing, '?state=left_out')).map(({ why }) => why)).toEqual(['Not sent: the person has unsubscribed']);
  const [mail] = smtp.mails;
  expect(mail?.recipients).toEqual(['ada@example.com']);
  const link = mail?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  expect(link).toMatch(/\/unsubscribe\/[\w-]{66}>$/);
  expect(mail?.parsed.text).toContain(link.slice(1, -1));

  const service: Mailing = (await send(3)).body.data;
  await begin(service);
  expect((await done(service)).counts).toMatchObject({ sent: 3 });
});

test('MLG-22, MLG-69: a scheduled one goes to people who match then, not for an event that was cancelled in the meantime; times are checked', async () => {
  await add('Ada');
  const inMs = (ms: number) => ({ begins_at: new Date(Date.now() + ms).toISOString() });
  for (const ms of [-1_000, 30_000, 366 * 86_400_000]) {
    const { status, body } = await send(1, inMs(ms));
    expect([ms, status, body.errors?.[0]?.path]).toEqual([ms, 422, 'begins_at']);
  }
  for (const wrong of [{ subject: '' }, { subject: 'a\nb' }, { template: ' ' }]) expect((await send(1, wrong)).status).toBe(422);
  const later: Mailing = (await send(1, inMs(3_600_000))).body.data;
  await add('Bea');
  await begin(later);
  expect((await done(later)).counts).toEqual({ ...NOBODY, people: 2, sent: 2 });

  const cancelled: Mailing = (await send(2, inMs(3_600_000))).body.data;
  await server.post(`${base}/event/${eventId}/cancel`, {});
  await begin(cancelled);
  expect((await done(cancelled)).counts).toMatchObject({ sent: 0, left_out: 2 });
  expect((await peopleOf(cancelled)).map(({ why }) => why)).toEqual(Array.from({ length: 2 }, () => 'Not sent: the event was cancelled'));
  const about: Mailing = (await send(2)).body.data;
  await begin(about);
  expect((await done(about)).counts.sent).toBe(2);
});

test('MLG-35: a mailing that is scheduled or stopped ends when its one event is deleted, also for people who have another event', async () => {
  const [ada] = [await add('Ada'), await add('Cy')];
  const other = await addEvent(server, seriesId());
  await db.insertInto('registrations').values({ event_id: other.id, submission_id: ada.id, submitted_at: new Date() }).execute();
  const begins_at = new Date(Date.now() + 3_600_000).toISOString();
  const later: Mailing = (await send(2, { begins_at })).body.data;
  const ofBoth: Mailing = (await send(2, { begins_at, audience: { events: [eventId, other.id] } })).body.data;
  await pauseService(db, MAILINGS, 60_000);
  const stopped: Mailing = (await send(2)).body.data;
  await begin(stopped);
  await until('its people to be written', async () => (await peopleOf(stopped)).length === 2);
  await act(stopped, 'stop');
  const before = smtp.mails.length;
  await server.post(`${base}/event/${eventId}/delete`, {});
  await db.deleteFrom('service_pace').execute();
  for (const mailing of [later, stopped]) expect((await done(mailing)).counts).toMatchObject({ sent: 0, waiting: 0, stopped: 0 });
  expect((await peopleOf(stopped)).map(({ name, why }) => [name, why])).toContainEqual(['Ada Lovelace', 'Not sent: the event was deleted']);
  expect([(await read(ofBoth)).state, smtp.mails.length]).toEqual(['scheduled', before]);
});

test('MLG-1, MLG-34, MLG-35: people of a marketing form are written to; counts stay when they are deleted, and end with the form', async () => {
  const form = await addForm(server);
  const at = `/form/${form.id}`;
  await signUpOnForm(server, form.id, { email: 'ada@example.com', accepts_marketing: true });
  const mailing: Mailing = (await send(1, { audience: {}, purpose: 'marketing' }, at)).body.data;
  await begin(mailing);
  expect((await done(mailing, at)).counts.sent).toBe(1);
  const { body } = await server.get(`/form/${form.id}/submissions`);
  await server.post(`/form/${form.id}/submission/${body.data[0].id}/delete`, {});
  expect((await read(mailing, at)).counts).toMatchObject({ people: 1, sent: 1 });
  await server.post(`/form/${form.id}/delete`, {});
  expect((await server.get(`${at}/mailing/${mailing.id}`)).status).toBe(404);
});
