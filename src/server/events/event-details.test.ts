import { expect, test } from 'vitest';
import { announcementPreviewCalls } from '#contract/events/announcement-preview.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries, newEvent } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const eventUrl = (seriesId: string, eventId: string): string => `/event_series/${seriesId}/event/${eventId}`;

const DETAILS = {
  date: '2050-07-12T09:30',
  end_date: '2050-07-12T17:00',
  venue: 'Harbour House',
  venue_address: '14 Quay Street\nBristol BS1 4DJ',
  join_url: 'https://meet.example/1?pwd=a#b',
  opens_at: '2050-01-01',
  closes_at: '2050-07-11T12:00:00+02:00',
};

/** The event as staff read it, in UTC. */
const READ = {
  ...DETAILS,
  date: '2050-07-12T08:30:00.000Z',
  end_date: '2050-07-12T16:00:00.000Z',
  opens_at: '2050-01-01T00:00:00.000Z',
  closes_at: '2050-07-11T10:00:00.000Z',
};

const publicEvents = async (seriesId: string) => (await server.get(`/event_series/${seriesId}`, { as: 'visitor' })).body.data.events;

test('PLC-1, PLC-2: an event is added and edited with its end, place, link to join and times, and read with them', async () => {
  const series = await addSeries(server);
  const added = await addEvent(server, series.id, { ...DETAILS, venue_address: ` ${DETAILS.venue_address} ` });
  expect(added).toMatchObject(READ);
  const plain = await addEvent(server, series.id);
  const url = eventUrl(series.id, plain.id);
  expect((await server.post(`${url}/edit`, DETAILS)).body.data).toMatchObject(READ);
  expect((await server.post(`${url}/edit`, { event_title: 'Other' })).body.data).toMatchObject(READ);
  const unset = { end_date: null, venue_address: ' ', join_url: '', opens_at: null, closes_at: null };
  await server.post(`${url}/edit`, unset);
  expect((await server.get(url)).body.data).toMatchObject({ ...unset, venue_address: null, join_url: null });
});

const END_MESSAGE = 'Please enter an end after the start';
const CLOSING_MESSAGE = 'Please enter a closing time after the opening time';
const OPENING_MESSAGE = 'Please enter an opening time before the event is over';
const LINK_MESSAGE = 'Please enter a web address that starts with https:// or http://';

test.each([
  ['end_date', { end_date: '2050-01-12T09:30:00Z' }, END_MESSAGE],
  ['end_date', { end_date: '2050-02-30' }, 'Please enter a date'],
  ['closes_at', { opens_at: '2050-01-02', closes_at: '2050-01-02' }, CLOSING_MESSAGE],
  ['opens_at', { opens_at: 'soon' }, 'Please enter a date'],
  ['opens_at', { opens_at: '2050-01-13' }, OPENING_MESSAGE],
  ['opens_at', { opens_at: '2050-01-12T12:00:00Z', end_date: '2050-01-12T12:00:00Z' }, OPENING_MESSAGE],
  ['venue_address', { venue_address: 'x'.repeat(501) }, 'Please use at most 500 characters'],
  ['join_url', { join_url: `https://${'x'.repeat(1_993)}` }, 'Please use at most 2,000 characters'],
  ['join_url', { join_url: 'meet.example/1' }, LINK_MESSAGE],
  ['join_url', { join_url: 'javascript:alert(1)' }, LINK_MESSAGE],
  ['join_url', { join_url: 'https://' }, LINK_MESSAGE],
  ['join_url', { join_url: 'https://meet.example/a b' }, LINK_MESSAGE],
])('PLC-2, PLC-3: %s of %j is refused there, when it is added and when it is edited', async (path, values, message) => {
  const series = await addSeries(server);
  const refused = { status: 422, body: { errors: [{ path, message }] } };
  expect(await server.post(`/event_series/${series.id}/event/add`, newEvent(values))).toMatchObject(refused);
  const event = await addEvent(server, series.id);
  expect(await server.post(`${eventUrl(series.id, event.id)}/edit`, { event_title: 'New', ...values })).toMatchObject(refused);
  expect((await server.get(eventUrl(series.id, event.id))).body.data).toMatchObject(event);
});

test('PLC-2: an edit is checked together with the unchanged fields: a later start, no start, an earlier closing time', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, DETAILS);
  const edit = (values: object) => server.post(`${eventUrl(series.id, event.id)}/edit`, values);
  const atEnd = { status: 422, body: { errors: [{ path: 'end_date', message: END_MESSAGE }] } };
  expect(await edit({ date: '2050-07-13T09:30' })).toMatchObject(atEnd);
  expect(await edit({ date: null })).toMatchObject(atEnd);
  expect(await edit({ closes_at: '2049-12-31' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'closes_at', message: CLOSING_MESSAGE }] },
  });
  expect(await edit({ date: '2050-07-13T09:30', end_date: '2050-07-13T10:00' })).toMatchObject({ status: 200 });
  expect(await edit({ date: null, end_date: null })).toMatchObject({ status: 200 });
});

test('PLC-1: the fields have versions like the others: someone else’s new end is not overwritten', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, DETAILS);
  const url = `${eventUrl(series.id, event.id)}/edit`;
  await server.post(url, { end_date: '2050-07-12T18:00' });
  const headers = { 'if-match': `"${event.version}"` };
  expect(await server.post(url, { end_date: '2050-07-12T19:00' }, { headers })).toMatchObject({
    status: 409,
    body: { current: { end_date: '2050-07-12T17:00:00.000Z' } },
  });
});

test('PLC-6, PLC-7: the public read has the fields that are set and never the join link; unset fields do not change it', async () => {
  const series = await addSeries(server);
  const plain = await addEvent(server, series.id, { join_url: DETAILS.join_url });
  expect(await publicEvents(series.id)).toEqual([{ id: plain.id, event_title: 'Day one', date: plain.date, brunch_event: false }]);
  await server.post(`${eventUrl(series.id, plain.id)}/edit`, DETAILS);
  const { join_url: _link, ...shown } = READ;
  expect(await publicEvents(series.id)).toEqual([{ id: plain.id, event_title: 'Day one', brunch_event: false, ...shown }]);
});

test('PLC-7: neither the export of an event nor the statistics have the join link', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, DETAILS);
  await addAttendee(server, series.id, event.id);
  const answers = [await server.get(`${eventUrl(series.id, event.id)}/export`), await server.get(`/event_series/${series.id}/statistics`)];
  expect(answers.map(({ status, text }) => [status, text.includes('meet.example')])).toEqual([
    [200, false],
    [200, false],
  ]);
});

test.each(['end_date', 'venue', 'venue_address', 'opens_at', 'closes_at', 'join_url'] as const)(
  'PLC-6, FACE-21: an edit of %s raises the form version, since the form or its page shows it',
  async (name) => {
    const series = await addSeries(server);
    const event = await addEvent(server, series.id, { date: DETAILS.date });
    const version = async () =>
      (await server.db.selectFrom('forms').select('form_version').where('id', '=', series.id).executeTakeFirstOrThrow()).form_version;
    const before = await version();
    const url = `${eventUrl(series.id, event.id)}/edit`;
    await server.post(url, { [name]: DETAILS[name] });
    expect(await version()).toBe(before + 1);
  },
);

test('ICS-17: a tab of another release, which may know fewer placeholders, can read the mail about a change', async () => {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId, DETAILS);
  await addAttendee(server, seriesId, eventId);
  const url = eventUrl(seriesId, eventId);
  await server.post(`${url}/edit`, { venue: 'Town hall' });
  const { data } = (await server.get(`${url}/change`)).body;
  const values = { ...data.mail.values, PARKING: 'Behind the house' };
  const read = announcementPreviewCalls.getEventChange.response.parse({ ...data, mail: { ...data.mail, values } });
  expect(read).toMatchObject(data);
});
