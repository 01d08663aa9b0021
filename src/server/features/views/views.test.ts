import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
});

const track = (headers: Record<string, string> = {}, id = seriesId) =>
  server.post(`/event_series/${id}/track_views`, undefined, { as: 'visitor', headers });
const counts = () => db.selectFrom('view_counts').selectAll().orderBy('series_id').execute();
const today = () => new Date().toISOString().slice(0, 10);

test('API-19, DATA-23, EMB-19: calls without a key count once each, in one counter per series and UTC day', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => track()));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"data":{}}']));
  expect(await counts()).toEqual([{ series_id: seriesId, day: today(), views: 25 }]);
});

test('EMB-18: the same load counts once, however often and however near to each other it calls', async () => {
  await Promise.all(Array.from({ length: 10 }, () => track({ 'idempotency-key': 'load-1' })));
  await track({ 'idempotency-key': 'load-1' });
  await track({ 'idempotency-key': 'load-2' });
  expect(await counts()).toMatchObject([{ views: 2 }]);
});

test('IDEM-5: a day later the key of a load counts as unused', async () => {
  await track({ 'idempotency-key': 'load-1' });
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 24.1 * 3_600_000) })
    .execute();
  await track({ 'idempotency-key': 'load-1' });
  await track({ 'idempotency-key': 'load-1' });
  expect(await counts()).toMatchObject([{ views: 2 }]);
});

test('the same key on the forms of two series counts on both', async () => {
  const other = await buildSeries(db);
  await Promise.all([seriesId, other, seriesId].map((id) => track({ 'idempotency-key': 'load-1' }, id)));
  expect((await counts()).map(({ series_id, views }) => [series_id, views])).toEqual([seriesId, other].toSorted().map((id) => [id, 1]));
});

test('EMB-14: a load that carries the staff cookie is not counted', async () => {
  expect((await track({ cookie: 'turnout-staff=1' })).status).toBe(200);
  expect(await counts()).toEqual([]);
});

test('API-87, API-88: an unknown series is not found, and those around it are counted', async () => {
  const statuses = await Promise.all([track(), track({}, newId()), track({}, 'x'), track()]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
  expect(await counts()).toMatchObject([{ views: 2 }]);
});
