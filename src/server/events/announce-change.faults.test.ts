import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { askToAnnounce } from '#contract/texts/announcement.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, buildSignUp, startWorld, until } from '#server/testing/worker.ts';

// The server with worker processes, one of which is killed.
const server = await createTestServer();
const { db } = server;
const world = await startWorld();
const { smtp } = world;

const PEOPLE = Array.from({ length: 23 }, (_, index) => `ada.${index}@example.com`).toSorted();
const MAILS = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello %FNAME%' };
/** A step of a killed worker is run again after 20 seconds. */
const RECOVERY_MS = 90_000;
const KILLED_AT = 5;

/** The entry in the mails that have arrived, by address; the mails are then forgotten. */
async function takeEntries() {
  const arrived = await Promise.all(
    smtp.mails.map(async ({ recipients, raw, parsed: { messageId } }) => {
      const [file] = await filesOf(raw);
      return { address: recipients.join(), messageId, entry: readEntry(file?.content ?? '') };
    }),
  );
  smtp.mails.length = 0;
  // Mails that a killed worker had sent but not recorded are sent again with the same id, and mail programs show them once.
  expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(PEOPLE.length);
  const entries = new Map(arrived.map(({ address, entry }) => [address, entry]));
  expect([...entries.keys()].toSorted()).toEqual(PEOPLE);
  return entries;
}

test('ICS-3, ICS-8, ICS-18, ICS-23: each person is notified of a moved date once although a worker is killed, and a deletion removes the entry', async () => {
  const settings = { ...world.settings, DATA_DIR: temporaryFolder() };
  const start = () => startWorkerProcess(server.databaseUrl, settings);
  const seriesId = await buildSeries(db, { ...MAILS, title: 'Spring', calendar_entries: true });
  const eventId = await buildEvent(db, seriesId, { title: 'Fire safety', starts_at: '2050-07-11T09:00:00Z' });
  for (const email of PEOPLE) await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email });
  const killed = start();
  await atRest(db, RECOVERY_MS);
  const confirmed = await takeEntries();

  const url = `/event_series/${seriesId}/event/${eventId}`;
  // In summer, when London is an hour ahead of UTC.
  const { _unannounced: pending } = (await server.post(`${url}/edit`, { date: '2050-07-12T10:30' })).body.data;
  expect(askToAnnounce(pending.confirmed, pending.offered + pending.waiting)).toBe('Notify 23 attendees?');
  smtp.behaviours.set({ kind: 'slow', ms: 100 });
  const headers = { 'idempotency-key': randomUUID() };
  expect((await server.post(`${url}/change/tell`, { audience: ['confirmed'] }, { headers })).body.data).toEqual({ told: 23 });
  await until('the first mails', () => smtp.mails.length >= KILLED_AT);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(smtp.mails.length).toBeLessThan(PEOPLE.length);
  smtp.behaviours.set({ kind: 'work' });
  start();
  await atRest(db, RECOVERY_MS);
  expect(await db.selectFrom('registration_changes').select('submission_id').where('kind', '=', 'announced').execute()).toHaveLength(23);
  const moved = await takeEntries();
  for (const address of PEOPLE) {
    const [before, now] = [confirmed.get(address)!, moved.get(address)!];
    expect([before.method, before.uid, before.start]).toEqual(['REQUEST', eventId, '2050-07-11T09:00:00Z']);
    expect([now.method, now.uid, now.start]).toEqual(['REQUEST', eventId, '2050-07-12T09:30:00Z']);
    expect(now.sequence).toBeGreaterThan(Number(before.sequence));
  }

  expect((await server.post(`${url}/delete`, { tell: true })).body.data).toEqual({ id: eventId, submissions_deleted: 23, told: 23 });
  const { rows } = await sql`select id from events union all select id from submissions`.execute(db);
  expect(rows).toEqual([]);
  await atRest(db, RECOVERY_MS);
  const cancelled = await takeEntries();
  for (const address of PEOPLE) {
    const { method, uid, sequence } = cancelled.get(address)!;
    expect([method, uid]).toEqual(['CANCEL', eventId]);
    expect(sequence).toBeGreaterThan(Number(moved.get(address)!.sequence));
  }
}, 300_000);
