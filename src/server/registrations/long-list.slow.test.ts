import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, editEvent, submit, seriesId } = series;
const { call } = waitingList(server, series);

const WAITING = 5_000;

const addWaiting = (eventId: string) =>
  sql`
    with person as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key, awaiting_fan_out)
      select gen_random_uuid(), ${seriesId()}::uuid, 'Ada', 'Lovelace', 'w' || n || '@example.com', 'w' || n || '@example.com', false
      from generate_series(1, ${WAITING}) as n returning id
    ),
    registration as (
      insert into registrations (event_id, submission_id, submitted_at, status) select ${eventId}::uuid, id, now(), 'waiting' from person
    ),
    entry as (
      insert into waiting_entries (event_id, submission_id, list_order) select ${eventId}::uuid, id, row_number() over (order by id) from person
    )
    update event_places set waiting = ${WAITING}, last_order = ${WAITING} where event_id = ${eventId}`.execute(db);

const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const startedAt = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - startedAt };
};

test.each(['offer', 'direct'])(
  'WTL-8, WTL-19: raising the maximum promotes 500 of 5,000 waiting people within a second, while others sign up for the series (mode %s)',
  async (mode) => {
    const event = await addEvent(0, { waiting_list: mode });
    const other = await addEvent(null, { close_when_full: false });
    await addWaiting(event);
    const raising = timed(() => editEvent(event, { maximum_participants: 500 }));
    const signUps = await Promise.all(Array.from({ length: 20 }, () => timed(() => submit(newSignUp({ events: [other] })))));
    const { answer, ms } = await raising;
    expect(answer.body.data._promoted).toBe(500);
    expect(Math.max(ms, ...signUps.map((signUp) => signUp.ms))).toBeLessThan(1_000);
  },
);

/** The median of 21 moves, in milliseconds. */
async function moveTime(eventId: string): Promise<number> {
  const last = db.selectFrom('waiting_entries').select('submission_id as id').where('event_id', '=', eventId).orderBy('list_order', 'desc');
  const times: number[] = [];
  for (const [index, person] of (await last.limit(21).execute()).entries()) {
    const { ms } = await timed(() => call(eventId, person, 'move', { position: [1, 2_000, 4_000, 9_999][index % 4] }));
    times.push(ms);
  }
  return times.toSorted((one, other) => one - other)[10] ?? 0;
}

// With a plan that reads each offer for each waiting person it takes ten times as long.
test('WTL-27: a move on a list of 5,000 does not take longer after 500 were offered a place', async () => {
  const event = await addEvent(0, { waiting_list: 'offer' });
  await addWaiting(event);
  await sql`analyze`.execute(db);
  const before = await moveTime(event);
  await editEvent(event, { maximum_participants: 500 });
  expect(await moveTime(event)).toBeLessThan(4 * before);
});
