import { expect, test } from 'vitest';
import type { Series } from '#contract/forms/event-series.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addFormFields, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const read = async (seriesId: string): Promise<Series> => (await server.get(`/event_series/${seriesId}`)).body.data;
const copy = async (seriesId: string, body: object, headers = {}) =>
  server.post(`/event_series/${seriesId}/copy`, { title: 'Copy', events: 'all', ...body }, { headers });

const settings = {
  send_notifications_slack: true,
  slack_channel_id: 'C1',
  copper_tag: 'tag',
  email_forward: 'team@example.com',
  email_from: 'from@example.com',
  email_subject: 'Welcome',
  email_template: 'Dear %FNAME%',
  closed_text: 'Come back in spring.',
  success_text: 'See you there.',
  description: 'All about **looms**.',
};

/** A series with two events, of which the second is hidden, three fields and an attendee. */
async function addSource() {
  const { id } = await addSeries(server);
  await server.post(`/event_series/${id}/edit`, settings);
  const brunch = await addEvent(server, id, {
    brunch_event: true,
    date: '2050-03-20T09:30',
    venue: 'Hall 2',
    description: '- Looms',
    maximum_participants: 9,
  });
  const hidden = await addEvent(server, id, { event_title: 'Hidden', date: '2050-03-21T09:30', show_on_form: false });
  const [, menu] = await addFields(
    server,
    id,
    { label: 'Diet', required: true, help_text: 'For the kitchen.' },
    { label: 'Menu', type: 'select', options: ['Fish', 'Vegan'], show_on_slack: true, brunch_event: true, brunch_event_id: brunch.id },
    { label: 'Gone' },
  );
  await server.post(`/events-series/${id}/eventseriesformfield/${menu!.id}/edit`, { label: 'Brunch menu' });
  const gone = (await read(id)).formFields[2]!;
  await addAttendee(server, id, brunch.id, { gone: 'Yes', menu: 'Fish' });
  await server.post(`/events-series/${id}/eventseriesformfield/${gone.id}/delete`);
  return { id, brunch, hidden };
}

test('ATD-35, CPY-1, CPY-2, CPY-3, CPY-5, CPY-6, CPY-8, RMD-19: a copy has settings, fields and events, and nothing of its sign-ups', async () => {
  const { id } = await addSource();
  const times = { reminder_minutes: 2_880, starting_soon_minutes: 60, thank_you_minutes: 1_440 };
  await server.db.updateTable('forms').set(times).where('id', '=', id).execute();
  const source = await read(id);
  const answer = await copy(id, { title: ' Autumn training ' });
  expect(answer).toMatchObject({ status: 200, body: { data: { title: 'Autumn training', events_count: 2, fields_count: 2 } } });
  const copied = await read(answer.body.data.id);
  const rowOf = async (of: string) => server.db.selectFrom('forms').selectAll().where('id', '=', of).executeTakeFirstOrThrow();
  const row = await rowOf(copied.id);
  expect(row).toMatchObject(times);
  expect(row.code_key).not.toBe((await rowOf(id)).code_key);
  const [brunch] = copied.events;
  const ofEvent = { id: expect.any(String), show_on_form: false, googleCalendarId: null, submissions_count: 0 };
  expect(copied).toEqual({
    ...source,
    id: answer.body.data.id,
    title: 'Autumn training',
    version: 1,
    events: source.events.map((event) => ({ ...event, ...ofEvent })),
    formFields: source.formFields.map((field) => ({
      ...field,
      id: expect.any(String),
      version: 1,
      answers_count: 0,
      brunch_event_id: field.brunch_event ? brunch!.id : null,
    })),
    signups_count: 0,
    visible_events_count: 0,
    hidden_events_count: 2,
  });
  const cards: { id: string }[] = (await server.get('/event_series')).body.data;
  expect(cards.find((card) => card.id === copied.id)).toMatchObject({ events_count: 0, hidden_events_count: 2 });
  const ids = [...copied.events, ...copied.formFields].map((row) => row.id);
  expect([...source.events, ...source.formFields].filter((row) => ids.includes(row.id))).toEqual([]);
  expect(await server.post(`/events-series/${copied.id}/addeventseriesformfields`, [{ type: 'input', label: 'Gone' }])).toMatchObject({
    status: 200,
  });
  expect(await read(id)).toEqual(source);
});

test('CPY-4, CPY-8: the events on the form, none, or chosen ones; a brunch field whose event is not copied has none', async () => {
  const { id, hidden } = await addSource();
  const titlesOf = async (events: unknown) =>
    (await read((await copy(id, { events })).body.data.id)).events.map((event) => event.event_title);
  expect(await titlesOf('visible')).toEqual(['Day one']);
  expect(await titlesOf('none')).toEqual([]);
  expect(await titlesOf([hidden.id])).toEqual(['Hidden']);
  const copied = await read((await copy(id, { events: [hidden.id] })).body.data.id);
  expect(copied.formFields[1]).toMatchObject({ name: 'menu', label: 'Brunch menu', brunch_event: true, brunch_event_id: null });
});

test('CPY-6, CPY-7: dates move by days in local time, and the events can be on the form immediately', async () => {
  const { id } = await addSource();
  await server.db.insertInto('events').values({ id: newId(), form_id: id, title: 'Undated' }).execute();
  const copied = await read((await copy(id, { shift_days: 14, show_on_form: true })).body.data.id);
  expect(copied.events.map(({ date, show_on_form }) => [date, show_on_form])).toEqual([
    ['2050-04-03T08:30:00.000Z', true],
    ['2050-04-04T08:30:00.000Z', true],
    [null, true],
  ]);
});

test.each([
  [{ shift_days: 3_651 }, 'shift_days', 'Please enter a whole number of days, at most 3,650'],
  [{ shift_days: 0.5 }, 'shift_days', 'Please enter a whole number of days, at most 3,650'],
  [{ title: ' ' }, 'title', 'Please enter a title'],
])('CPY-8: %j is refused at its place', async (body, path, message) => {
  const { id } = await addSeries(server);
  expect((await copy(id, body)).body.errors).toEqual([{ path, message }]);
});

test('CPY-7, CPY-8: a date beyond the calendar and more than 500 events are refused, with nothing written', async () => {
  const { id } = await addSeries(server);
  await addEvent(server, id, { date: '9998-12-30' });
  const rows = Array.from({ length: 500 }, () => ({ id: newId(), form_id: id, title: 'One of many', is_on_form: false }));
  await server.db.insertInto('events').values(rows).execute();
  const before = (await server.get('/event_series')).body.data.length;
  expect((await copy(id, {})).body.errors).toEqual([{ path: 'events', message: 'A copy can hold at most 500 events' }]);
  expect((await copy(id, { events: 'visible', shift_days: 30 })).body.errors).toEqual([
    { path: 'shift_days', message: 'This would move a date too far' },
  ]);
  expect(await copy(id, { events: [crypto.randomUUID()] })).toMatchObject({ status: 404 });
  expect((await server.get('/event_series')).body.data).toHaveLength(before);
});

test('CPY-12: a copy neither waits for edits of its source nor sees half of one', async () => {
  const { id, brunch } = await addSource();
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('forms').select('id').where('id', '=', id).forUpdate().execute();
    await tx.updateTable('events').set({ title: 'Half an edit' }).where('id', '=', brunch.id).execute();
    await tx.updateTable('form_fields').set({ label: 'Half an edit' }).where('form_id', '=', id).execute();
    expect(JSON.stringify(await read((await copy(id, {})).body.data.id))).not.toContain('Half an edit');
  });
});

test('CPY-1, CPY-11: a copied marketing form has its settings and fields, and no sign-ups', async () => {
  const { id } = await addForm(server);
  await server.post(`/form/${id}/edit`, { ...settings, donwloadable_content: true });
  await addFormFields(server, id, 'Topic', { label: 'Size', type: 'select', options: ['S', 'L'] });
  await signUpOnForm(server, id, { topic: 'Engines', size: 'S' });
  const source = (await server.get(`/form/${id}`)).body.data;
  const headers = { 'idempotency-key': 'copy-form' };
  const answer = await server.post(`/form/${id}/copy`, { title: 'Copy' }, { headers });
  expect(answer.body.data).toEqual({ id: expect.any(String), title: 'Copy', fields_count: 2 });
  expect((await server.post(`/form/${id}/copy`, { title: 'Copy' }, { headers })).body.data).toEqual(answer.body.data);
  expect((await server.get(`/form/${answer.body.data.id}`)).body.data).toEqual({
    ...source,
    id: answer.body.data.id,
    title: 'Copy',
    version: 1,
    signups_count: 0,
    formFields: source.formFields.map((field: object) => ({ ...field, id: expect.any(String), answers_count: 0 })),
  });
});

test('CPY-1, CPY-5, CPY-7: place, end, opening and closing times are copied and moved in local time, the join link is not', async () => {
  const { id } = await addSeries(server);
  const times = { date: '2050-03-20T22:30', end_date: '2050-03-21T06:00', opens_at: '2050-03-01T09:00', closes_at: '2050-03-20T12:00' };
  const place = { venue: 'Hall 2', venue_address: '14 Quay Street\nBristol' };
  await addEvent(server, id, { ...times, ...place, join_url: 'https://meet.example/1' });
  const [copied] = (await read((await copy(id, { shift_days: 14 })).body.data.id)).events;
  expect(copied).toMatchObject({
    ...place,
    join_url: null,
    date: '2050-04-03T21:30:00.000Z',
    end_date: '2050-04-04T05:00:00.000Z',
    opens_at: '2050-03-15T09:00:00.000Z',
    closes_at: '2050-04-03T11:00:00.000Z',
  });
});

test('CPY-7: an end that the skipped hour would put before the start keeps its distance from it', async () => {
  const { id } = await addSeries(server);
  await addEvent(server, id, { date: '2050-03-20T01:30', end_date: '2050-03-20T02:00' });
  // On 27 March 2050 the clocks go from 01:00 to 02:00, so 01:30 becomes 02:30.
  const [copied] = (await read((await copy(id, { shift_days: 7 })).body.data.id)).events;
  expect(copied).toMatchObject({ date: '2050-03-27T01:30:00.000Z', end_date: '2050-03-27T02:00:00.000Z' });
});
