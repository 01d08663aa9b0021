import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { atRest, launchWorker, startWorld } from '#server/testing/worker.ts';

/** `npm run test:rest` tries more. */
const RUNS = process.env.LONG_TESTS === undefined ? 4 : 12;

const world = await startWorld();
const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, submit, otherServer, seriesId, restart } = series;
const { expectCounted, call } = waitingList(server, series);
const workers = await Promise.all([1, 2].map(() => launchWorker({ ...server, url: server.databaseUrl }, world.settings)));
afterAll(async () => Promise.all(workers.map(async (worker) => worker.stop())));

const signUps = fc.array(
  fc.record({
    person: fc.nat(2),
    events: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
    name: fc.constantFrom('Ada', 'ada ', 'Byron'),
    isCancelled: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);

describe('any simultaneous visitors, on two servers with two workers, while staff cancel', () => {
  test.each(['refuse', 'update', 'allow'] as const)('PLC-55, PLC-57, PLC-60: under %s', { timeout: 120_000 }, async (duplicate_policy) => {
    await fc.assert(
      fc.asyncProperty(signUps, async (acts) => {
        await restart();
        await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy });
        const elsewhere = otherServer();
        const events = [
          await addEvent(null, { close_when_full: false }),
          await addEvent(2, { waiting_list: 'direct' }),
          await addEvent(0, { waiting_list: 'manual' }),
        ];
        const answers = await Promise.all(
          acts.map(async ({ person, events: chosen, name, isCancelled }, turn) => {
            const ids = chosen.map((index) => events[index] ?? '');
            const values = { events: ids, _waiting_list: ids, email: `p${person}@example.com`, first_name: name };
            const answer = await submit(values, undefined, turn % 2 === 0 ? undefined : elsewhere);
            if (isCancelled) await call(ids[0] ?? '', answer, 'cancel', { tell: false });
            return answer;
          }),
        );
        await atRest(db);
        const standing = await sql<{ email_key: string; first_name: string; status: string; event_id: string; submission_id: string }>`
          select submissions.email_key, first_name, status, event_id, submission_id
          from registrations join submissions on submissions.id = submission_id
          where form_id = ${seriesId()} and status <> 'cancelled'`.execute(db);
        const compared = standing.rows.filter(({ event_id: id }) => duplicate_policy !== 'allow' || id === events[2]);
        const keys = compared.map(({ event_id: id, email_key: key, first_name: name }) =>
          duplicate_policy === 'allow' ? `${id} ${key} ${name.trim().toLowerCase()}` : `${id} ${key}`,
        );
        expect(new Set(keys).size).toBe(keys.length);
        // People only lose a place to an earlier registration of the same address, or through staff.
        const isStanding = new Set(standing.rows.map(({ event_id: id, email_key: key }) => `${id} ${key}`));
        for (const { person, events: chosen, isCancelled } of acts) {
          if (acts.some((act) => act.isCancelled && act.person === person) || isCancelled) continue;
          for (const index of chosen) expect(isStanding).toContain(`${events[index]} p${person}@example.com`);
        }
        const emptied = await db.selectFrom('submissions').select('id').where('email_key', '=', '').execute();
        const ids = emptied.map(({ id }) => id);
        expect(standing.rows.filter(({ submission_id: id }) => ids.includes(id))).toEqual([]);
        expect(new Set(answers.map(({ id }) => id)).size).toBe(acts.length);
        await expectCounted();
      }),
      { numRuns: RUNS, endOnFailure: true }, // Shrinking repeats waits of 20 s until the test times out, and hides the cause.
    );
  });
});
