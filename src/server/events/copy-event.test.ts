import { expect, test } from 'vitest';
import type { Event } from '#contract/events/event.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const copyUrl = (seriesId: string, eventId: string): string => `/event_series/${seriesId}/event/${eventId}/copy`;

async function readSeries(seriesId: string): Promise<{ events: Event[]; signups_count: number }> {
  return (await server.get(`/event_series/${seriesId}`)).body.data;
}

async function formVersion(seriesId: string): Promise<number> {
  const row = await server.db.selectFrom('forms').select('form_version').where('id', '=', seriesId).executeTakeFirstOrThrow();
  return row.form_version;
}

test('CPY-1, CPY-5, CPY-6, CPY-9: each date gives a copy, in that order, without sign-ups and calendar, off the form', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id, {
    brunch_event: true,
    copper_tag: 'tag',
    target_participants: 5,
    maximum_participants: 9,
    venue: 'Hall 2',
    venue_address: '14 Quay Street',
  });
  await addAttendee(server, id, event.id);
  const before = await formVersion(id);
  const answer = await server.post(copyUrl(id, event.id), { dates: ['2050-07-02T09:30', null, '2050-02-01T09:30'] });
  expect(answer.status).toBe(200);
  const copied = { ...event, id: expect.any(String), googleCalendarId: null, show_on_form: false };
  expect(answer.body.data.events).toEqual([
    { ...copied, date: '2050-07-02T08:30:00.000Z' },
    { ...copied, date: null },
    { ...copied, date: '2050-02-01T09:30:00.000Z' },
  ]);
  const { events } = await readSeries(id);
  expect(events).toHaveLength(4);
  expect(events[0]).toMatchObject({ ...event, submissions_count: 1 });
  expect(events.slice(1)).toMatchObject([{ submissions_count: 0 }, { submissions_count: 0 }, { submissions_count: 0 }]);
  expect(await formVersion(id)).toBe(before);
});

test('FACE-28: an event has a description, price and speakers, which edits that do not name them leave unchanged and copies keep', async () => {
  const { id } = await addSeries(server);
  const speaker = newId();
  const speakers = [{ id: speaker, name: 'Priya Raman', role: null, picture: null }];
  expect(await server.post(`/event_series/${id}/edit`, { speakers })).toMatchObject({ status: 200 });
  const face = { description: 'Bring **one** change.', price: '£420 plus VAT', speakers: [speaker] };
  const event = await addEvent(server, id, { ...face, description: ` ${face.description} ` });
  const url = `/event_series/${id}/event/${event.id}`;
  expect((await server.post(`${url}/edit`, { venue: 'Hall 2' })).body.data).toMatchObject(face);
  expect((await server.post(`${url}/copy`, { dates: [null] })).body.data.events).toMatchObject([face]);
  const { body } = await server.post(`/event_series/${id}/copy`, { title: 'Copy', events: 'all' });
  expect((await readSeries(body.data.id)).events).toMatchObject([{ ...face, speakers: [expect.any(String)] }, face]);
  expect((await server.get(`/event_series/${id}`, { as: 'visitor' })).body.data.events[0]).toMatchObject(face);
  const late = await server.post(`${url}/edit`, { description: 'x'.repeat(5_001), price: 'a\nb', speakers: ['nobody'] });
  expect([late.status, late.body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ['description', 'price', 'speakers.0']]);
  const emptied = { description: null, price: null, speakers: [] };
  expect((await server.post(`${url}/edit`, emptied)).body.data).toMatchObject(emptied);
});

test('CPY-1, CPY-5: a copy is as long as the event, and has neither its join link nor its opening and closing times', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id, {
    end_date: '2050-01-13T17:00:00Z',
    join_url: 'https://meet.example/1',
    opens_at: '2049-01-01',
    closes_at: '2050-01-01',
  });
  const answer = await server.post(copyUrl(id, event.id), { dates: ['2050-02-01T09:00:00Z', null] });
  const unset = { join_url: null, opens_at: null, closes_at: null };
  expect(answer.body.data.events).toMatchObject([
    { ...unset, end_date: '2050-02-02T16:30:00.000Z' },
    { ...unset, date: null, end_date: null },
  ]);
});

test('CPY-6, CPY-10: copies can be on the form immediately, with their number in the title', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const before = await formVersion(id);
  const body = { dates: ['2050-02-01', '2050-02-02'], event_title: ' Group %N%, %N% ', show_on_form: true };
  const answer = await server.post(copyUrl(id, event.id), body);
  expect(answer.body.data.events).toMatchObject([
    { event_title: 'Group 1, 1', show_on_form: true },
    { event_title: 'Group 2, 2', show_on_form: true },
  ]);
  expect(await formVersion(id)).toBe(before + 1);
  await signUp(server, id, [answer.body.data.events[1].id]);
});

test('CPY-9: the title of the event is unchanged, even with %N% in it', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id, { event_title: 'Discount %N%' });
  const answer = await server.post(copyUrl(id, event.id), { dates: ['2050-02-01'] });
  expect(answer.body.data.events[0].event_title).toBe('Discount %N%');
});

test.each([
  [{ dates: ['2050-02-01T09:30', null, '2050-02-01T10:30+01:00', null] }, 'dates.2', 'This date appears twice'],
  [{ dates: [] }, 'dates', 'Please choose 1 to 100 dates'],
  [{ dates: Array.from({ length: 101 }, () => null) }, 'dates', 'Please choose 1 to 100 dates'],
  [{ dates: ['2050-02-30'] }, 'dates.0', 'Please enter a date'],
  [{ dates: ['2050-02-01'], event_title: ' ' }, 'event_title', 'Please enter a title'],
])('CPY-9, CPY-10: %j is refused at its place, and nothing is added', async (body, path, message) => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const answer = await server.post(copyUrl(id, event.id), body);
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path, message }] } });
  expect((await readSeries(id)).events).toHaveLength(1);
});

test('CPY-10: a series is full with 2,000 events', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const rows = Array.from({ length: 1_998 }, () => ({ id: newId(), form_id: id, title: 'One of many' }));
  await server.db.insertInto('events').values(rows).execute();
  const refused = await server.post(copyUrl(id, event.id), { dates: [null, '2050-02-01'] });
  expect(refused.body.errors).toEqual([{ path: 'dates', message: 'A series can hold at most 2,000 events' }]);
  expect(await server.post(copyUrl(id, event.id), { dates: [null] })).toMatchObject({ status: 200 });
});

test('CPY-12: copies off the form neither wait for sign-ups and edits nor hold them up', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('forms').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    await tx.updateTable('events').set({ title: 'Half an edit' }).where('id', '=', event.id).execute();
    const answer = await server.post(copyUrl(id, event.id), { dates: [null] });
    expect(answer.body.data.events[0].event_title).toBe('Day one');
  });
});

test('CPY-12: a source that is deleted in the meantime is 404, with nothing written', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const answer = await server.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('forms').where('id', '=', id).execute();
    const copying = server.post(copyUrl(id, event.id), { dates: [null] });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { copying };
  });
  expect(await answer.copying).toMatchObject({ status: 404 });
});

test('CPY-11: several events are put on the form and taken off with one form version, and their sign-ups counted', async () => {
  const { id } = await addSeries(server);
  const [one, two] = [await addEvent(server, id, { show_on_form: false }), await addEvent(server, id, { show_on_form: false })];
  await addAttendee(server, id, one.id);
  await addAttendee(server, id, two.id, { first_name: 'Bea' });
  expect((await readSeries(id)).signups_count).toBe(0);
  const before = await formVersion(id);
  const show = async (event_ids: string[], show_on_form: boolean) =>
    server.post(`/event_series/${id}/events/show`, { event_ids, show_on_form });
  const answer = await show([two.id, one.id], true);
  expect(answer.body.data.events).toMatchObject([
    { id: two.id, show_on_form: true, version: 2 },
    { id: one.id, show_on_form: true, version: 2 },
  ]);
  expect((await readSeries(id)).signups_count).toBe(2);
  expect(await formVersion(id)).toBe(before + 1);
  expect((await show([one.id, one.id], true)).body.data.events).toMatchObject([{ version: 2 }]);
  expect(await formVersion(id)).toBe(before + 1);
  const elsewhere = await addEvent(server, (await addSeries(server)).id);
  expect(await show([one.id, elsewhere.id], false)).toMatchObject({ status: 404 });
  expect((await readSeries(id)).signups_count).toBe(2);
});
