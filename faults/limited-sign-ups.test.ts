import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/db/new-id.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import type { ServerProcess } from '#server/testing/processes/process.ts';
import { type Answer, signAllUp } from './harness/bookings.ts';
import type { Line } from './harness/nothing-lost.ts';
import { openScene, type Scene, startServer } from './harness/scene.ts';

/** A rush on one event, whose waiting list every other visitor would join; each fiftieth one also wants another event. */
const RUSH = { visitors: 10_000, connections: 256, places: 500, others: 50, placesOfOther: 5 };

const registrationSchema = z.object({ event_id: z.string(), status: z.string(), position: z.int().nullable() });
const storedSchema = z.object({ data: z.object({ id: z.string(), registrations: z.array(registrationSchema) }) });
const refusedSchema = z.object({ places: z.array(z.object({ event_id: z.string(), is_full: z.boolean() })) });

/** The first server and the database are killed after this many confirmed places. */
function killerAt(kills: { readonly server: number; readonly database: number }, scene: Scene, [first]: readonly ServerProcess[]) {
  let placed = 0;
  return ({ status }: Answer): void => {
    if (status !== 200) return;
    placed += 1;
    if (placed === kills.server) first?.kill('SIGKILL');
    if (placed === kills.database) killerOf(scene.embedded.pid())();
  };
}

const readPlaces = ({ database: { db } }: Scene) =>
  db.selectFrom('event_places').select(['event_id', 'taken', 'waiting']).orderBy('event_id').execute();

const readRegistrations = ({ database: { db } }: Scene) =>
  db.selectFrom('registrations').select(['event_id', 'submission_id', 'status']).execute();

const wordsOf = (registrations: readonly { event_id: string; status: string }[]): string[] =>
  registrations.map(({ event_id: event, status }) => `${event} ${status}`).toSorted();

interface Run {
  readonly seriesId: string;
  /** The remaining servers. */
  readonly urls: readonly string[];
  readonly answers: readonly Answer[];
}

/** Expects that everything answered is stored, only complete bookings, that nobody was refused a free place, and that the counters are right. */
async function expectSound(scene: Scene, { seriesId, urls, answers }: Run): Promise<Line> {
  const stored = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 422);
  const rows = await readRegistrations(scene);
  const booked = Map.groupBy(rows, ({ submission_id: id }) => id);
  const bookings = new Map(stored.map(({ text, events }) => [storedSchema.parse(JSON.parse(text)).data, events]));
  expect([...booked.keys()].toSorted(), 'answered is stored').toEqual([...bookings.keys()].map(({ id }) => id).toSorted());
  for (const [{ id, registrations }, events] of bookings) {
    expect(registrations.map(({ event_id: event }) => event).toSorted(), 'whole bookings').toEqual(events.toSorted());
    expect(wordsOf(booked.get(id) ?? []), 'stored as answered').toEqual(wordsOf(registrations));
  }
  for (const { text, events, waits = [] } of refused) {
    const { places } = refusedSchema.parse(JSON.parse(text));
    expect(
      places.some(({ event_id: id, is_full: isFull }) => isFull && events.includes(id) && !waits.includes(id)),
      'refused only when full',
    ).toBe(true);
  }
  const first = new Map(stored.map(({ key, text }) => [key, text]));
  for (const again of await signAllUp(stored, { seriesId, urls, connections: 8 })) {
    expect(again.text, 'the first answer again').toBe(first.get(again.key));
  }
  const places = await readPlaces(scene);
  await rebuildCounters(scene.database.db);
  expect(await readPlaces(scene), 'counters').toEqual(places);
  const failed = answers.reduce((sum, { attempts }) => sum + attempts - 1, 0);
  expect(failed, 'attempts that the kills cut off').toBeGreaterThan(0);
  const longestWaitMs = answers.reduce((longest, { waitedMs }) => Math.max(longest, waitedMs), 0);
  const note = `${rows.length} registrations, ${failed} calls repeated`;
  return { answered: stored.length, refused: refused.length, failed, longestWaitMs, lost: 0, doubled: 0, note };
}

test('a server and the database are killed while 10,000 people sign up for 500 places by 256 connections, some also for 5 others', async ({
  task,
}) => {
  const scene = await openScene();
  const { db } = scene.database;
  const seriesId = await buildSeries(db);
  const settings = { closes_when_full: true, maximum_participants: RUSH.places, waiting_list: 'manual' } as const;
  const event = await buildEvent(db, seriesId, settings);
  const other = await buildEvent(db, seriesId, { closes_when_full: true, maximum_participants: RUSH.placesOfOther });
  const servers = [await startServer(scene, { ROLES: 'web' }), await startServer(scene, { ROLES: 'web' })];
  const urls = servers.map(({ url }) => url);
  const visitors = Array.from({ length: RUSH.visitors }, (_, number) => ({
    key: newId(),
    events: number % RUSH.others === 0 ? [other, event] : [event],
    waits: number % 2 === 0 ? [event] : [],
  }));
  const onAnswer = killerAt({ server: 150, database: 350 }, scene, servers);
  const startedAt = performance.now();
  const answers = await signAllUp(visitors, { seriesId, urls, connections: RUSH.connections, onAnswer });
  const tookMs = performance.now() - startedAt;
  const line = await expectSound(scene, { seriesId, urls: urls.slice(1), answers });
  const all = new Map((await readPlaces(scene)).map((each) => [each.event_id, each]));
  const places = all.get(event);
  const seconds = (tookMs / 1_000).toFixed(1);
  const note = `${places?.taken} confirmed, ${places?.waiting} waiting, ${line.refused} refused as full, in ${seconds} s; ${line.failed} calls repeated`;
  task.meta.faults = { ...line, note };
  expect(places).toEqual({ event_id: event, taken: RUSH.places, waiting: line.answered - RUSH.places });
  expect(all.get(other)?.taken).toBeLessThanOrEqual(RUSH.placesOfOther);
  expect(line.answered + line.refused).toBe(RUSH.visitors);
});
