import { expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { atRest } from '#server/testing/worker.ts';

const { server, db } = await createServerWithWorker(createSignUpPageServer);
const series = limitedSeries(server);
const { addEvent, submitTo, seriesId } = series;
waitingList(server, series);
const { post, linkOf, choose, statusesOf } = selfService(server);

const setUp = async (duplicate_policy: 'allow' | 'refuse') => {
  const { status } = await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy, self_service: true });
  expect(status).toBe(200);
};
const unlimited = (event_title: string) => addEvent(null, { event_title, close_when_full: false });
const change = async (person: { id: string }, values: Parameters<typeof choose>[1]) => {
  const answer = await choose(await linkOf(person), values);
  return { status: answer.status, page: textOf(await answer.text()) };
};
const refused = (title: string) => ({
  status: 409,
  page: expect.stringContaining(`You’re already registered for ‘${title}’ in another sign-up`),
});

test('PLC-55, PLC-56: an event dropped as a repeat cannot be rejoined on the self-service page while the earlier registration exists', async () => {
  await setUp('refuse');
  const [old, fresh] = [await unlimited('Fire safety'), await unlimited('First aid')];
  const first = await submitTo([old]);
  await atRest(db);
  const again = await submitTo([old, fresh]);
  await atRest(db);
  expect(await statusesOf(again)).toEqual(['cancelled', 'confirmed']);
  expect(await change(again, { events: [old, fresh] })).toMatchObject(refused('Fire safety'));
  expect(await statusesOf(again)).toEqual(['cancelled', 'confirmed']);
  expect((await post(`${await linkOf(first)}/cancel?event=${old}`)).status).toBe(303);
  expect((await change(again, { events: [old, fresh] })).status).toBe(303);
  expect(await statusesOf(again)).toEqual(['confirmed', 'confirmed']);
  expect(await change(first, { events: [old] })).toMatchObject(refused('Fire safety'));
});

test('PLC-53: nor can an event with another sign-up of the address be chosen there, if the series does not accept repeats', async () => {
  await setUp('refuse');
  const [old, fresh] = [await unlimited('Fire safety'), await unlimited('First aid')];
  await submitTo([old]);
  const other = await submitTo([fresh]);
  await atRest(db);
  expect(await change(other, { events: [old, fresh] })).toMatchObject(refused('Fire safety'));
  await setUp('allow');
  expect((await change(other, { events: [old, fresh] })).status).toBe(303);
});

test('PLC-60: nor can the same person join a waiting list twice', async () => {
  await setUp('allow');
  const full = await addEvent(0, { waiting_list: 'manual' });
  const fresh = await unlimited('First aid');
  await submitTo([], [full]);
  await atRest(db);
  const again = await submitTo([fresh], [full]);
  await atRest(db);
  expect(await statusesOf(again)).toEqual(['cancelled', 'confirmed']);
  expect(await change(again, { events: [fresh], _waiting_list: [full] })).toMatchObject(refused('Fire safety'));
});
