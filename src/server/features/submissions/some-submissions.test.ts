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

test('LIV-16: attendees of an event are read by their ids, and those that have left it are gone', async () => {
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
