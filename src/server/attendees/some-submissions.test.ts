import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function read(list: string, ids: readonly string[]): Promise<{ names: string[]; gone: string[] }> {
  const { status, body } = await server.get(`${list}/submissions/some?ids=${ids.join(',')}`);
  expect(status).toBe(200);
  return { names: body.data.submissions.map((each: { first_name: string }) => each.first_name).toSorted(), gone: body.data.gone };
}

test('LIV-16: attendees of an event are read by their ids, and those no longer in it are named', async () => {
  const series = await addSeries(server);
  const [event, second] = [
    await addEvent(server, series.id, { show_on_form: true }),
    await addEvent(server, series.id, { show_on_form: true }),
  ];
  const list = `/event_series/${series.id}/event/${event.id}`;
  const ada = await addAttendee(server, series.id, event.id);
  const bea = await addAttendee(server, series.id, event.id, { first_name: 'Bea' });
  const both = await signUp(server, series.id, [event.id, second.id], { first_name: 'Cy' });
  const elsewhere = await addAttendee(server, series.id, second.id, { first_name: 'Dee' });
  await server.post(`${list}/submission/${both}/delete`);
  const asked = [ada.id, bea.id, both, elsewhere.id, randomUUID()];
  expect(await read(list, asked)).toEqual({ names: ['Ada', 'Bea'], gone: asked.slice(2) });
  expect(await read(`/event_series/${series.id}/event/${second.id}`, [both])).toEqual({ names: ['Cy'], gone: [] });
  await server.post(`/event_series/${series.id}/delete`);
  expect((await server.get(`${list}/submissions/some?ids=${ada.id}`)).status).toBe(404);
});

test('LIV-16: sign-ups of a marketing form are read by their ids too', async () => {
  const form = await addForm(server);
  const [first, second] = [await signUpOnForm(server, form.id), await signUpOnForm(server, form.id, { first_name: 'Bea' })];
  await server.post(`/form/${form.id}/submission/${first}/delete`);
  expect(await read(`/form/${form.id}`, [first, second])).toEqual({ names: ['Bea'], gone: [first] });
});

test('LIV-16: at least one and at most 50 ids are read; others are 422 at ids', async () => {
  const form = await addForm(server);
  const list = `/form/${form.id}/submissions/some`;
  const many = Array.from({ length: 51 }, () => randomUUID()).join(',');
  for (const query of ['', '?ids=', '?ids=1', `?ids=${many}`]) {
    const { status, body } = await server.get(`${list}${query}`);
    expect([status, body.errors[0].path]).toEqual([422, expect.stringMatching(/^ids/)]);
  }
});

test('USE-45: repeated addresses are returned with the rows', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const first = await signUp(server, series.id, [event.id], { email: 'Twin@example.com' });
  const second = await signUp(server, series.id, [event.id], { email: 'twin@example.com' });
  const url = `/event_series/${series.id}/event/${event.id}`;
  const duplicates = async () => (await server.get(`${url}/submissions/some?ids=${first}`)).body.data.duplicate_emails;
  expect(await duplicates()).toEqual(['twin@example.com']);
  await server.post(`${url}/submission/${second}/delete`);
  expect(await duplicates()).toEqual([]);
});

test('USE-50: what removing submissions from an event would lose is known beforehand', async () => {
  const series = await addSeries(server);
  const [event, other, third] = [await addEvent(server, series.id), await addEvent(server, series.id), await addEvent(server, series.id)];
  const only = await signUp(server, series.id, [event.id], { email: 'only@example.com' });
  const both = await signUp(server, series.id, [event.id, other.id], { email: 'both@example.com' });
  const all = await signUp(server, series.id, [event.id, other.id, third.id], { email: 'all@example.com' });
  const elsewhere = await signUp(server, series.id, [other.id], { email: 'elsewhere@example.com' });
  const losses = async (...ids: string[]) =>
    (await server.post(`/event_series/${series.id}/event/${event.id}/submissions/losses`, { ids })).body.data;
  expect(await losses(only)).toEqual({ submissions_lost: 1, submissions_kept: 0, other_events: 0 });
  expect(await losses(all)).toEqual({ submissions_lost: 0, submissions_kept: 1, other_events: 2 });
  expect(await losses(only, both, all, elsewhere)).toEqual({ submissions_lost: 1, submissions_kept: 2, other_events: 2 });
  expect((await server.post(`/event_series/${series.id}/event/${randomUUID()}/submissions/losses`, { ids: [only] })).status).toBe(404);
});
