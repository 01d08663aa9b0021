import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Notice } from '#server/live/notice.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { writesTo } from '#server/testing/writes.ts';
import { makeUnreachable } from './waiting-list.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, editEvent, seriesId } = series;
const { fill, call, statusOf } = waitingList(server, series);
const SOON = { timeout: 10_000 };
/** Longer than these servers collect changes. */
const SETTLED_MS = 250;

/** Opens the list of an event. @returns the people whose rows have changed since, but not by staff */
async function openList(eventId: string): Promise<() => (string | null)[]> {
  await sleep(SETTLED_MS);
  const { events } = await readLive(server.url);
  const changes = () =>
    events.flatMap(({ data }) => data.topics ?? []).filter(({ topic, by }) => topic === `event/${eventId}` && by === null);
  return () => changes().flatMap(({ ids }) => ids ?? [null]);
}

test('LIV-4: a list shows who gets a place because their address was corrected', async () => {
  const event = await addEvent(1, { waiting_list: 'direct' });
  const { list } = await fill(event, { places: 1, waiting: 1 });
  await db.updateTable('waiting_entries').set({ is_unreachable: true }).execute();
  await db.updateTable('event_places').set({ unreachable: 1 }).execute();
  await editEvent(event, { maximum_participants: 2 });
  const changed = await openList(event);
  await server.post(`/submission/${list[0]!.id}/address/correct`, { email: 'right@example.com' });
  expect(await statusOf(...list)).toEqual(['confirmed']);
  await expect.poll(changed, SOON).toEqual([list[0]!.id]);
});

test('LIV-4: a list shows who gets a place because an upload was undone', async () => {
  const event = await addEvent(1, { waiting_list: 'direct' });
  const path = `/event_series/${seriesId()}/event/${event}`;
  const upload = (await server.post(`${path}/import/add`, { file_name: 'spring.csv', rows: 1 })).body.data.id;
  await server.post(`${path}/submission/add`, newSignUp({ email: 'row@example.com' }), { headers: { batch: upload } });
  const { list } = await fill(event, { waiting: 1 });
  const changed = await openList(event);
  await server.post(`${path}/import/${upload}/undo`);
  expect(await statusOf(...list)).toEqual(['confirmed']);
  // Any of its rows may have changed.
  await expect.poll(changed, SOON).toEqual([null]);
});

test('LIV-4: a list shows who lost an offer that could not be delivered, and who has it instead', async () => {
  const event = await addEvent(1, { waiting_list: 'offer' });
  const { placed, list } = await fill(event, { places: 1, waiting: 2 });
  await call(event, placed[0]!, 'delete');
  const changes: Notice[] = [];
  const deps = { ...writesTo(server), notify: (...more: Notice[]) => void changes.push(...more) };
  await makeUnreachable(deps, seriesId(), { eventIds: [event], submissionId: list[0]!.id });
  expect(await statusOf(...list)).toEqual(['waiting', 'offered']);
  expect(changes).toContainEqual({ topic: `event/${event}`, added: 0, ids: list.map(({ id }) => id), by: null, name: null });
});
