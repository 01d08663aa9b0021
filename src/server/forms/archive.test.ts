import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries, newEvent, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

test('EXTRA-22: a series is archived and restored; its page, its form and its counts continue', async () => {
  const series = await addSeries(server, 'Over');
  const event = await addEvent(server, series.id);
  const archived = await server.post(`/event_series/${series.id}/edit`, { is_archived: true }, { headers: { 'if-match': '1' } });
  expect(archived.body.data).toMatchObject({ is_archived: true, version: 2 });
  await signUp(server, series.id, [event.id]);
  const card = async () => (await server.get('/event_series')).body.data.find(({ id }: { id: string }) => id === series.id);
  expect(await card()).toMatchObject({ is_archived: true, signups_count: 1, events_count: 1 });
  await server.post(`/event_series/${series.id}/event/add`, newEvent({ date: new Date(Date.now() + 3 * 86_400_000).toISOString() }));
  expect(await card()).toMatchObject({ is_archived: true, events_count: 2 });
  await server.post(`/event_series/${series.id}/edit`, { is_archived: false });
  expect(await card()).toMatchObject({ is_archived: false });
  const wrong = await server.post(`/event_series/${series.id}/edit`, { is_archived: 'yes' });
  expect(wrong.body.errors).toMatchObject([{ path: 'is_archived' }]);
});
