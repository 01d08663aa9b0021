import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { rebuildCounters } from '#server/db/counters.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { openScene, type Scene, startServer } from './harness/scene.ts';

const VISITORS = 200;
const PLACES = { twelve: 12, five: 5 };
/** They come at random within this time. */
const ARRIVE_MS = 1_500;
/** When as many places were answered a server is killed, and the database is. */
const KILLS = { server: 3, database: 8 };
const PAUSE_MS = 50;

const storedSchema = z.object({ data: z.object({ id: z.string(), registrations: z.array(z.unknown()) }) });
const refusedSchema = z.object({ places: z.array(z.object({ event_id: z.string(), is_full: z.boolean() })) });

interface Visitor {
  readonly key: string;
  readonly events: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly attempts: number;
}

/** A series with two events that close when they are full. */
async function fillSeries({ database: { db } }: Scene) {
  const seriesId = await buildSeries(db);
  const limited = (maximum_participants: number) => buildEvent(db, seriesId, { closes_when_full: true, maximum_participants });
  const events = { twelve: await limited(PLACES.twelve), five: await limited(PLACES.five) };
  await rebuildCounters(db);
  return { seriesId, ...events };
}

/** Signs up until the answer is a place or a refusal; each try goes to the next server. */
async function signUp({ key, events }: Visitor, seriesId: string, urls: readonly string[]): Promise<Answer> {
  const body = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines Ltd', accepts_marketing: false };
  for (let attempts = 1; ; attempts += 1) {
    try {
      const answer = await fetch(`${urls[attempts % urls.length]}/api/event_series/${seriesId}/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ ...body, email: `${key}@example.com`, events }),
      });
      if (answer.status === 200 || answer.status === 422) return { status: answer.status, text: await answer.text(), attempts };
    } catch {
      // The server or the database was killed.
    }
    await sleep(PAUSE_MS);
  }
}

const readPlaces = ({ database: { db } }: Scene) =>
  db.selectFrom('event_places').select(['event_id', 'taken', 'waiting']).orderBy('event_id').execute();

test('a server and the database are killed while 200 people sign up for 12 places, half of them also for 5 others', async ({ task }) => {
  const scene = await openScene();
  const { db } = scene.database;
  const { seriesId, twelve, five } = await fillSeries(scene);
  const servers = [await startServer(scene, { ROLES: 'web' }), await startServer(scene, { ROLES: 'web' })];
  const urls = servers.map(({ url }) => url);
  const visitors = Array.from({ length: VISITORS }, (_, number) => ({
    key: newId(),
    events: number % 2 === 0 ? [twelve] : [five, twelve],
  }));
  let placed = 0;
  const answers = await Promise.all(
    visitors.map(async (visitor, number) => {
      await sleep(Math.random() * ARRIVE_MS);
      const answer = await signUp(visitor, seriesId, number % 4 < 2 ? urls : urls.toReversed());
      if (answer.status === 200) placed += 1;
      if (answer.status === 200 && placed === KILLS.server) servers[0]?.kill('SIGKILL');
      if (answer.status === 200 && placed === KILLS.database) killerOf(scene.embedded.pid())();
      return { ...visitor, ...answer };
    }),
  );
  const stored = answers.filter(({ status }) => status === 200);
  const rows = await db.selectFrom('submission_events').select(['event_id', 'submission_id']).execute();
  const booked = Map.groupBy(rows, ({ submission_id: id }) => id);
  const ids = stored.map(({ text }) => storedSchema.parse(JSON.parse(text)).data.id);
  expect([...booked.keys()].toSorted(), 'answered is stored').toEqual(ids.toSorted());
  for (const [index, { events }] of stored.entries())
    expect(
      booked
        .get(ids[index] ?? '')
        ?.map(({ event_id: id }) => id)
        .toSorted(),
      'whole bookings',
    ).toEqual(events.toSorted());
  const takenOf = (event: string) => rows.filter(({ event_id: id }) => id === event).length;
  expect(takenOf(twelve)).toBe(PLACES.twelve);
  expect(takenOf(five)).toBeLessThanOrEqual(PLACES.five);
  for (const { text, events } of answers.filter(({ status }) => status === 422)) {
    const { places } = refusedSchema.parse(JSON.parse(text));
    expect(
      places.some(({ event_id: id, is_full: isFull }) => isFull && events.includes(id)),
      'refused only when full',
    ).toBe(true);
  }
  const remaining = urls.slice(1);
  for (const { text, ...visitor } of stored) expect((await signUp(visitor, seriesId, remaining)).text, 'the first answer again').toBe(text);
  const before = await readPlaces(scene);
  expect(before.map(({ event_id: id, taken }) => [id, taken])).toEqual([twelve, five].map((id) => [id, takenOf(id)]));
  await rebuildCounters(db);
  expect(await readPlaces(scene)).toEqual(before);
  const failed = answers.reduce((sum, { attempts }) => sum + attempts - 1, 0);
  expect(failed, 'attempts that the kills cut off').toBeGreaterThan(0);
  const note = `${ids.length} sign-ups for ${rows.length} places, ${failed} calls repeated`;
  task.meta.faults = {
    answered: stored.length,
    refused: answers.length - stored.length,
    failed,
    longestWaitMs: 0,
    lost: 0,
    doubled: 0,
    note,
  };
});
