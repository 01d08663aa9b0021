import { expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { ASKS_FOR_ALL, atRest, runWorker, startWorld } from '#server/testing/worker.ts';

const world = await startWorld();
const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, submitTo, seriesId } = series;
const { call } = waitingList(server, series);

const setUp = (duplicate_policy: 'update' | 'refuse', values: Record<string, unknown> = ASKS_FOR_ALL) =>
  server.post(`/event_series/${seriesId()}/edit`, { ...values, duplicate_policy });
const unlimited = (event_title: string, date = '2055-01-12T09:30:00Z') => addEvent(null, { close_when_full: false, event_title, date });
/** Until then no sign-up is settled. */
async function settle(): Promise<void> {
  await runWorker(server, world.settings);
  await atRest(db);
}
const eventsOf = async ({ id }: { id: string }) => {
  const rows = await db.selectFrom('registrations').select('event_id').where('submission_id', '=', id).execute();
  return rows.map(({ event_id: eventId }) => eventId).toSorted();
};
const kindsOf = async ({ id }: { id: string }) => {
  const changes = db.selectFrom('registration_changes').select('kind').where('submission_id', '=', id);
  return (await changes.execute()).map(({ kind }) => kind).toSorted();
};
const mailsAbout = (start: string): string[] =>
  world.smtp.mails.filter(({ parsed }) => parsed.subject?.startsWith(start) === true).map(({ parsed }) => parsed.text ?? '');
const ALREADY = "You're already registered";
const CHANGED = 'Your registration has changed';

test('PLC-56, PLC-59: a refused repeat whose other registration was cancelled before leaves nothing, and the person is notified', async () => {
  await setUp('refuse');
  const [old, other] = [await unlimited('Fire safety'), await unlimited('First aid')];
  const first = await submitTo([old]);
  const again = await submitTo([old, other]);
  expect((await call(other, again, 'cancel', { tell: false })).status).toBe(200);
  await settle();
  expect([await eventsOf(first), await eventsOf(again)]).toEqual([[old], []]);
  expect(await db.selectFrom('submissions').select('email').where('id', '=', again.id).execute()).toEqual([{ email: '' }]);
  expect(mailsAbout(ALREADY)).toHaveLength(1);
  expect(world.slack.messages).toHaveLength(1);
});

test('PLC-57: new events move to the earliest sign-up, whichever its event is, and one mail says so', async () => {
  await setUp('update');
  const [march, january] = [await unlimited('Fire safety', '2055-03-12T09:30:00Z'), await unlimited('First aid')];
  const fresh = await unlimited('Welcome', '2055-02-12T09:30:00Z');
  const [first, second] = [await submitTo([march]), await submitTo([january])];
  await submitTo([january, march, fresh]);
  await settle();
  expect([await eventsOf(first), await eventsOf(second)]).toEqual([[march, fresh].toSorted(), [january]]);
  expect([mailsAbout(CHANGED).length, mailsAbout(ALREADY).length]).toEqual([1, 0]);
  expect(mailsAbout(CHANGED)[0]).toContain('Added: ‘Welcome’');
});

test('PLC-57, SLF-30, ICS-12: the mail about new events says which the person waits for, adds those with a place to the calendar, and the mail about their cancellation removes them', async () => {
  await setUp('update', { calendar_entries: true });
  const [old, fresh] = [await unlimited('Fire safety'), await unlimited('First aid')];
  const full = await addEvent(0, { event_title: 'Welcome', waiting_list: 'manual' });
  const first = await submitTo([old]);
  await submitTo([old, fresh], [full]);
  await settle();
  const filesOfMail = async (start: string) => {
    const mail = world.smtp.mails.find(({ parsed }) => parsed.subject?.startsWith(start) === true);
    const files = await filesOf(mail?.raw ?? '');
    return files.filter(({ disposition }) => disposition === 'attachment').map(({ content }) => readEntry(content));
  };
  for (const line of ['Added: ‘First aid’', 'On the waiting list: ‘Welcome’']) expect(mailsAbout(CHANGED)[0]).toContain(`${line}\n`);
  expect(await filesOfMail(CHANGED)).toMatchObject([{ method: 'REQUEST', summary: 'First aid', sequence: 2 }]);
  expect((await call(fresh, first, 'cancel', { tell: true })).status).toBe(200);
  await settle();
  expect(await filesOfMail('Registration cancelled')).toMatchObject([{ method: 'CANCEL', summary: 'First aid', sequence: 3 }]);
});

test.each([
  ['each', 'Analyst', [['updated'], ['updated']], 2],
  ['only the later one', 'Engineer', [['repeated'], ['updated']], 1],
])('PLC-58: of several earlier sign-ups, each changed one gets a mail with the changes: %s', async (_, job_title, kinds, mails) => {
  await setUp('update', {}); // Confirmations would use up what a mailbox gets in an hour.
  const [one, other] = [await unlimited('Fire safety'), await unlimited('First aid')];
  const [first, second] = [await submitTo([one], [], { job_title }), await submitTo([other])];
  await submitTo([one, other], [], { job_title: 'Engineer' });
  await settle();
  expect([await kindsOf(first), await kindsOf(second)]).toEqual(kinds);
  expect([mailsAbout(CHANGED).length, mailsAbout(ALREADY).length]).toEqual([mails, 0]);
  for (const text of mailsAbout(CHANGED)) expect(text).toContain('Job title was changed');
});
