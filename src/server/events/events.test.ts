import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addSeries, newEvent, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const eventUrl = (seriesId: string, eventId: string): string => `/event_series/${seriesId}/event/${eventId}`;

async function signUpsOf(seriesId: string): Promise<number> {
  return (await server.get(`/event_series/${seriesId}`)).body.data.signups_count;
}

async function formVersion(seriesId: string): Promise<number> {
  const { form_version } = await server.db.selectFrom('forms').select('form_version').where('id', '=', seriesId).executeTakeFirstOrThrow();
  return form_version;
}

async function idsIn(seriesId: string, eventId: string): Promise<string[]> {
  const { body } = await server.get(eventUrl(seriesId, eventId));
  return body.data.submissions.map((submission: { id: string }) => submission.id);
}

test('API-7, EV-1, ENT-4, ENT-5, ENT-6: an event is added with the values of the staff form', async () => {
  const series = await addSeries(server);
  const body = { ...newEvent(), event_title: ' Kick-off ', brunch_event: true, show_on_form: false, copper_tag: ' ' };
  const answer = await server.post(`/event_series/${series.id}/event/add`, { ...body, id: crypto.randomUUID(), submissions: [1] });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({
    id: expect.any(String),
    event_title: 'Kick-off',
    date: '2050-01-12T09:30:00.000Z',
    show_on_form: false,
    brunch_event: true,
    googleCalendarId: 'calendar-1',
    target_participants: null,
    maximum_participants: null,
    end_date: null,
    close_when_full: false,
    show_places_left_from: 10,
    waiting_list: 'off',
    offer_hours: 24,
    venue: null,
    venue_address: null,
    join_url: null,
    opens_at: null,
    closes_at: null,
    copper_tag: null,
    description: null,
    price: null,
    speakers: [],
    reminder_minutes: null,
    starting_soon_minutes: null,
    thank_you_minutes: null,
    reminder_note: null,
    cancelled_at: null,
    version: 1,
  });
});

test.each([
  ['2050-01-12', '2050-01-12T00:00:00.000Z'],
  ['2050-07-12', '2050-07-11T23:00:00.000Z'],
  ['2050-07-12T09:30', '2050-07-12T08:30:00.000Z'],
  ['2050-07-12T09:30:15Z', '2050-07-12T09:30:15.000Z'],
  ['2050-07-12T09:30:00+05:30', '2050-07-12T04:00:00.000Z'],
])('DATA-20, DATA-22, DATA-31, DATA-32, EV-5: the date %s means %s in London', async (date, expected) => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { date });
  expect(event.date).toBe(expected);
});

test.each([
  ['event_title', ' ', 'Please enter a title'],
  ['event_title', '\u200b\u2800', 'Please enter a title'],
  ['event_title', undefined, 'Please enter a title'],
  ['google_calendar_id', '', 'Please enter a calendar ID'],
  ['google_calendar_id', null, 'Please enter a calendar ID'],
  ['date', '', 'Please enter a date'],
  ['date', undefined, 'Please enter a date'],
  ['date', '2050-02-30', 'Please enter a date'],
  ['date', '0000-01-01', 'Please enter a date'],
  ['date', 20_500_101, 'Please enter a date'],
  ['show_on_form', 'true', expect.any(String)],
  ['brunch_event', 1, expect.any(String)],
  ['copper_tag', 'a\u0000', 'Please remove characters that cannot be stored'],
  ['target_participants', -1, 'Please enter a whole number'],
  ['target_participants', 1.5, 'Please enter a whole number'],
  ['maximum_participants', 2_147_483_648, 'Please enter a whole number'],
  ['maximum_participants', '12', 'Please enter a whole number'],
  ['venue', 'Hall\n2', 'Please use one line only'],
  ['venue', 'x'.repeat(201), 'Please use at most 200 characters'],
])('VAL-21, API-55: an event with %s = %j is refused there', async (name, value, message) => {
  const series = await addSeries(server);
  const answer = await server.post(`/event_series/${series.id}/event/add`, newEvent({ [name]: value }));
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: name, message }]);
  expect((await server.get(`/event_series/${series.id}`)).body.data.events).toEqual([]);
});

test('API-8, EV-3, EV-4, ENT-7: an edit changes only the fields that it sends, and can empty a field', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const url = `${eventUrl(series.id, event.id)}/edit`;
  const edited = await server.post(url, {
    target_participants: 20,
    maximum_participants: 0,
    copper_tag: 'spring',
    google_calendar_id: 'other',
  });
  const expected = {
    ...event,
    target_participants: 20,
    maximum_participants: 0,
    copper_tag: 'spring',
    googleCalendarId: 'other',
    version: 2,
  };
  expect(edited.body.data).toEqual(expected);
  const emptied = await server.post(url, { target_participants: null, date: ' ', google_calendar_id: '' });
  expect(emptied.body.data).toEqual({ ...expected, target_participants: null, date: null, googleCalendarId: null, version: 3 });
  expect((await server.get(eventUrl(series.id, event.id))).body.data).toMatchObject(emptied.body.data);
});

test('EXTRA-9: an event has a venue when staff have entered one, and none when they empty it', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { venue: ' Town hall, room 2 ' });
  expect(event.venue).toBe('Town hall, room 2');
  const url = eventUrl(series.id, event.id);
  expect((await server.post(`${url}/edit`, { event_title: 'Moved' })).body.data.venue).toBe('Town hall, room 2');
  expect((await server.post(`${url}/edit`, { venue: ' ' })).body.data.venue).toBeNull();
});

test('SER-23, DASH-5: hiding an event removes its addresses from the counts, showing it restores them', async () => {
  const series = await addSeries(server);
  const [one, two] = [await addEvent(server, series.id), await addEvent(server, series.id)];
  await signUp(server, series.id, [one.id], { email: 'ada@example.com' });
  await signUp(server, series.id, [one.id, two.id], { email: 'bea@example.com' });
  expect(await signUpsOf(series.id)).toBe(2);
  await server.post(`${eventUrl(series.id, one.id)}/edit`, { show_on_form: false });
  expect(await signUpsOf(series.id)).toBe(1);
  await server.post(`${eventUrl(series.id, one.id)}/edit`, { show_on_form: true });
  expect(await signUpsOf(series.id)).toBe(2);
});

test('an edit of what the public form shows raises the form version, another edit does not', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const changed: Record<string, boolean> = {};
  const edits = {
    event_title: 'New',
    date: '2050-05-05',
    brunch_event: true,
    show_on_form: false,
    copper_tag: 'x',
    target_participants: 5,
  };
  for (const [name, value] of Object.entries(edits)) {
    const before = await formVersion(series.id);
    await server.post(`${eventUrl(series.id, event.id)}/edit`, { [name]: value });
    changed[name] = (await formVersion(series.id)) > before;
  }
  expect(changed).toEqual({
    event_title: true,
    date: true,
    brunch_event: true,
    show_on_form: true,
    copper_tag: false,
    target_participants: false,
  });
});

test('API-9, DATA-25, DATA-26, SER-18: deleting an event deletes only the sign-ups that are in no other, as many as announced', async () => {
  const series = await addSeries(server);
  const [gone, kept] = [await addEvent(server, series.id), await addEvent(server, series.id)];
  const lost = await signUp(server, series.id, [gone.id], { email: 'lost@example.com' });
  await addAttendee(server, series.id, gone.id, { email: 'lost-too@example.com' });
  const both = await signUp(server, series.id, [gone.id, kept.id], { email: 'both@example.com' });
  const other = await signUp(server, series.id, [kept.id], { email: 'other@example.com' });
  const losses = await server.get(`${eventUrl(series.id, gone.id)}/losses`);
  expect(losses.body.data).toEqual({ submissions_lost: 2, submissions_kept: 1, to_tell: 3 });
  expect((await server.get(`${eventUrl(series.id, gone.id)}/losses?count_max=3`)).body.data).toEqual(losses.body.data);
  expect((await server.get(`${eventUrl(series.id, gone.id)}/losses?count_max=2`)).body.data).toEqual({
    submissions_lost: 3,
    submissions_kept: 0,
    to_tell: 3,
    is_maximum: true,
  });
  const answer = await server.post(`${eventUrl(series.id, gone.id)}/delete`);
  expect(answer.body.data).toEqual({ id: gone.id, submissions_deleted: 2 });
  expect((await idsIn(series.id, kept.id)).toSorted()).toEqual([both, other].toSorted());
  expect((await server.get(eventUrl(series.id, gone.id))).status).toBe(404);
  const rows = await server.db.selectFrom('submissions').select('id').execute();
  expect(rows.map((row) => row.id)).not.toContain(lost);
  expect(await server.db.selectFrom('registrations').selectAll().execute()).toHaveLength(2);
  expect(await signUpsOf(series.id)).toBe(2);
});

test('DATA-33: a brunch field whose event is deleted keeps its flag, without an event', async () => {
  const series = await addSeries(server);
  const brunch = await addEvent(server, series.id, { brunch_event: true });
  await addFields(server, series.id, { type: 'select', label: 'Menu', options: ['A'], brunch_event: true, brunch_event_id: brunch.id });
  await server.post(`${eventUrl(series.id, brunch.id)}/delete`);
  const { body } = await server.get(`/event_series/${series.id}`);
  expect(body.data.formFields).toMatchObject([{ brunch_event: true, brunch_event_id: null }]);
});
