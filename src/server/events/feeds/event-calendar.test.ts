import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const DETAILS = {
  event_title: 'Day: one',
  date: '2050-07-12T09:30',
  end_date: '2050-07-12T17:00',
  join_url: 'https://meet.example/secret',
};

async function addCalendarEvent(values: Record<string, unknown> = {}) {
  const { id } = await addSeries(server);
  await server.post(`/event_series/${id}/edit`, { calendar_entries: true });
  const event = await addEvent(server, id, { ...DETAILS, ...values });
  return { seriesUrl: `/event_series/${id}`, url: `/event_series/${id}/event/${event.id}`, eventId: event.id };
}

/** As a visitor, without following a redirect. */
const visit = async (path: string) => fetch(`${server.url}/api${path}`, { redirect: 'manual' });

const sequenceOf = async (url: string) => {
  const [entry] = new ICAL.Component(ICAL.parse(await (await visit(`${url}/calendar`)).text())).getAllSubcomponents('vevent');
  return entry?.getFirstPropertyValue('sequence');
};

test('ICS-5, ICS-6, USE-37: anyone gets a visible event as a file to download, without its join link', async () => {
  const { url, eventId } = await addCalendarEvent({ show_on_form: true });
  const answer = await visit(`${url}/calendar`);
  expect([answer.status, ...['content-type', 'content-disposition'].map((name) => answer.headers.get(name))]).toEqual([
    200,
    'text/calendar; charset=utf-8; method=PUBLISH',
    `attachment; filename="Day - one.ics"; filename*=UTF-8''Day%20-%20one.ics`,
  ]);
  const text = await answer.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(calendar.getAllSubcomponents('vevent')[0]?.getFirstPropertyValue('uid')).toBe(eventId);
  expect(text).not.toContain('meet.example');
});

test.each([
  ['google', 'calendar.google.com', 'dates'],
  ['outlook', 'outlook.live.com', 'startdt'],
  ['office', 'outlook.office.com', 'startdt'],
])('ICS-6: to=%s leads to the page of that service', async (to, host, name) => {
  const { url } = await addCalendarEvent({ show_on_form: true });
  const answer = await visit(`${url}/calendar?to=${to}`);
  const target = new URL(answer.headers.get('location')!);
  expect([answer.status, target.host]).toEqual([302, host]);
  expect(target.searchParams.get(name)).toMatch(/^2050-?07-?12T08:?30:?00Z/);
  expect(target.href).not.toContain('meet.example');
});

test('ICS-6: hidden or undated events, other series, those without calendar entries and other services have none', async () => {
  const { seriesUrl, url } = await addCalendarEvent({ show_on_form: true });
  const other = await addCalendarEvent({ show_on_form: true });
  const statusOf = async (path: string) => (await visit(path)).status;
  expect(await statusOf(`${other.seriesUrl}/event/${url.split('/').at(-1)}/calendar`)).toBe(404);
  expect(await statusOf(`${url}/calendar?to=yahoo`)).toBe(422);
  for (const [path, undo, redo] of [
    [url, { show_on_form: false }, { show_on_form: true }],
    [url, { date: null, end_date: null }, { date: DETAILS.date }],
    [seriesUrl, { calendar_entries: false }, { calendar_entries: true }],
  ] as const) {
    await server.post(`${path}/edit`, undo);
    expect(await statusOf(`${url}/calendar?to=google`)).toBe(404);
    expect(await statusOf(`${url}/calendar`)).toBe(404);
    const shown = await fetch(`${server.url}/api${url}/calendar`, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
    expect([shown.status, shown.headers.get('location')]).toEqual([302, expect.stringMatching(/\/events-series\/[\w-]+\/view$/)]);
    await server.post(`${path}/edit`, redo);
    expect(await statusOf(`${url}/calendar`)).toBe(200);
  }
});

test('ICS-3: only edits of title, start, end, venue, address and join link raise the sequence, each by one', async () => {
  const { url } = await addCalendarEvent({ show_on_form: true });
  const steps: [Record<string, unknown>, number][] = [
    [{ event_title: 'Other' }, 1],
    [{ event_title: 'Other' }, 1],
    [{ date: '2050-07-13T09:30', end_date: '2050-07-13T17:00', venue: 'Hall' }, 2],
    [{ end_date: '2050-07-13T18:00' }, 3],
    [{ venue_address: '14 Quay Street' }, 4],
    [{ join_url: null }, 5],
    [{ copper_tag: 'x', target_participants: 4, maximum_participants: 9, opens_at: '2049-01-01', brunch_event: true }, 5],
  ];
  expect(await sequenceOf(url)).toBe(0);
  for (const [edit, sequence] of steps) {
    await server.post(`${url}/edit`, edit);
    expect(await sequenceOf(url)).toBe(sequence);
  }
  const stale = { headers: { 'if-match': '1' } };
  expect((await server.post(`${url}/edit`, { event_title: 'Refused' }, stale)).status).toBe(409);
  expect(await sequenceOf(url)).toBe(5);
});

test('ICS-1: a new series has calendar entries; a copy has its source’s setting', async () => {
  const { id } = await addSeries(server);
  const read = async (seriesId: string) => (await server.get(`/event_series/${seriesId}`)).body.data.calendar_entries;
  expect(await read(id)).toBe(true);
  await server.post(`/event_series/${id}/edit`, { calendar_entries: false });
  const copy = await server.post(`/event_series/${id}/copy`, { title: 'Copy', events: [] });
  expect([await read(id), await read(copy.body.data.id)]).toEqual([false, false]);
});
