import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { startTcpProxy } from '#server/testing/processes/tcp-proxy.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import { startWorkerTests } from '#server/testing/processes/worker-tests.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, makeDue, stepsOf, until } from '#server/testing/worker.ts';

const { world, db, databaseUrl, start, succeeded, signUps } = await startWorkerTests();
const { slack, smtp, copper } = world;

/** A step is run again after 20 seconds; a lead of a stalled worker is not created before its lease of a minute has ended. */
const RECOVERY_MS = 90_000;
/** Several polls. */
const OUTAGE_MS = 6_000;

const counts = () => ({ slack: slack.messages.length, mail: smtp.mails.length, leads: copper.leads.length });

/** Signs up through the public route of this server, one after the other. */
async function signUpAt(url: string, count: number): Promise<string[]> {
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const events = [await buildEvent(db, seriesId)];
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const response = await fetch(`${url}/api/event_series/${seriesId}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify({
        first_name: 'Ada',
        last_name: 'Lovelace',
        job_title: 'Analyst',
        organisation: 'Engines Ltd',
        email: `ada.${newId()}@example.com`,
        events,
        accepts_marketing: false,
      }),
    });
    expect(response.status, `sign-up ${number}`).toBe(200);
    const answer: { data: { id: string } } = await response.json();
    ids.push(answer.data.id);
  }
  return ids;
}

test('with two workers on one database, one of them stalled, each step is done once', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'slow', ms: 20 });
  const [stalled, lively] = [start(), start()];
  await Promise.all([stalled.ready(), lively.ready()]);
  const ids = await signUps(60);
  await until('half of them', async () => (await succeeded()) > 80);
  stalled.kill('SIGSTOP');
  await until('all that the other can do', async () => (await succeeded()) === ids.length * 4, RECOVERY_MS);
  stalled.kill('SIGCONT');
  await until('the stalled one to look again', async () => (await stepsOf(db)).every(({ state }) => state === 'succeeded'));
  const { slack: messages, mail, leads } = counts();
  expect(leads).toBe(60);
  // Calls whose answers the stalled worker never read were repeated.
  const repeats = new Set(
    (await stepsOf(db)).filter(({ claims }) => claims > 1).map(({ submission_id, step }) => `${submission_id} ${step}`),
  ).size;
  expect(messages + mail).toBeLessThanOrEqual(180 + repeats);
  expect(messages + mail).toBeGreaterThanOrEqual(180);
}, 150_000);

// `announce-change.faults.test.ts` shows the same with fewer people.
test.runIf(process.env.LONG_TESTS !== undefined)(
  'if a worker is killed while a change is announced to many people, each gets one mail',
  async () => {
    smtp.behaviours.set({ kind: 'slow', ms: 20 });
    const seriesId = await buildSeries(db);
    const eventId = await buildEvent(db, seriesId, { title: 'Fire safety', venue: 'The Old Mill', starts_at: '2050-01-12T09:30:00Z' });
    const addresses = Array.from({ length: 1_100 }, (_, index) => `ada.${index}@example.com`);
    for (const email of addresses) await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email, awaiting_fan_out: false });
    await db.updateTable('events').set({ venue: 'Harbour House' }).where('id', '=', eventId).execute();
    const before = { event_title: 'Fire safety', date: '2050-01-12T09:30:00.000Z', end_date: null, venue: 'The Old Mill' };
    const content = JSON.stringify({ ...before, venue_address: null, join_url: null });
    const announcement = { id: newId(), kind: 'changed', form_id: seriesId, event_id: eventId, content, told: addresses.length } as const;
    await db
      .insertInto('announcements')
      .values({ ...announcement, audience: sql`array['confirmed']::registration_status[]`, changed_at: new Date() })
      .execute();
    const changesOf = async () => db.selectFrom('registration_changes').select(['id', 'submission_id']).execute();
    const killAt = async (what: string, holds: () => boolean | Promise<boolean>) => {
      const worker = start();
      await until(what, holds, RECOVERY_MS);
      worker.kill('SIGKILL');
      await worker.ended;
    };
    await killAt('the first part', async () => (await changesOf()).length > 0);
    await killAt('the first mails', () => smtp.mails.length > 20);
    start();
    await until('all of them', async () => (await succeeded()) === addresses.length, RECOVERY_MS);
    const changes = await changesOf();
    expect([changes.length, new Set(changes.map((change) => change.submission_id)).size]).toEqual([addresses.length, addresses.length]);
    // Mails that a killed worker had sent but not recorded are sent again with the same id, and mail programs show them once.
    const idsOf = Map.groupBy(smtp.mails, ({ recipients }) => recipients.join());
    expect(idsOf.size).toBe(addresses.length);
    for (const mails of idsOf.values()) expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  },
  240_000,
);

test('while all services are down no sign-up is lost, and they get everything once they are back', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'cut' });
  const worker = start();
  const web = await startReadyProcess({ ...world.settings, DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder(), ROLES: 'web' });
  await worker.ready();
  const ids = await signUpAt(web.url, 20);
  expect(new Set(ids).size).toBe(20);
  const stored = await db.selectFrom('submissions').select('id').execute();
  expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  await until('an attempt of each', async () => {
    const steps = await stepsOf(db);
    return steps.length === ids.length * 4 && steps.every(({ state, attempts }) => state === 'waiting' && attempts > 0);
  });
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'work' });
  await until('all of them', async () => (await succeeded()) === ids.length * 4, RECOVERY_MS);
  await atRest(db);
  expect(counts()).toEqual({ slack: 20, mail: 40, leads: 20 });
}, 150_000);

test('REL-25: a worker that does not listen keeps running while the database refuses connections', async () => {
  const proxy = await startTcpProxy(databaseUrl);
  const worker = startWorkerProcess(proxy.url, { ...world.settings, DATA_DIR: temporaryFolder() });
  await worker.ready();
  await proxy.close();
  expect(await Promise.race([worker.ended, sleep(OUTAGE_MS, 'running')])).toBe('running');
});

test('a worker that is asked to stop finishes its running steps and loses nothing', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'slow', ms: 500 });
  const first = start();
  await first.ready();
  const ids = await signUps(30);
  await until('some', async () => (await succeeded()) > 5);
  first.kill('SIGTERM');
  await first.ended;
  const running = (await stepsOf(db)).filter(({ state }) => state === 'running');
  expect(running).toEqual([]);
  start();
  await until('all of them', async () => (await succeeded()) === ids.length * 4, RECOVERY_MS);
  expect(counts()).toEqual({ slack: 30, mail: 60, leads: 30 });
}, 150_000);

// Last, since the hanging calls arrive long after the test.
test('calls of hanging services time out, and the services get everything once they answer', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'slow', ms: 120_000 });
  start();
  const ids = await signUps(2);
  await until(
    'an attempt of each',
    async () => (await stepsOf(db)).length === ids.length * 4 && (await stepsOf(db)).every(({ message }) => message !== ''),
    60_000,
  );
  expect(new Set((await stepsOf(db)).map(({ message }) => message))).toEqual(
    new Set(['Slack did not answer within 5 seconds', 'Copper did not answer within 5 seconds', 'The mail server did not answer in time']),
  );
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'work' });
  await makeDue(db);
  await until('all of them', async () => (await succeeded()) === ids.length * 4, RECOVERY_MS);
  expect(counts()).toEqual({ slack: 2, mail: 4, leads: 2 });
}, 180_000);
