import ICAL from 'ical.js';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { noteReading, seenOwners } from './commands.ts';
import { feedReader } from './feed.ts';

const SETTINGS = {
  PUBLIC_URL: 'https://events.example',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'turnout',
  ORGANISATION_NAME: 'Kestrel',
  ALLOWED_EMAIL_DOMAINS: 'example.com',
};
const server = await createTestServer(SETTINGS);
const { db } = server;
/** Nobody has called it yet. */
const quietServer = await createTestServer();

/** Adds a feed; gives its id and the path of its address. */
async function addFeed(body: { series_id?: string } = {}, as: 'staff' | 'colleague' = 'staff') {
  const { id, url } = (await server.post('/calendar_feed/add', body, { as })).body.data;
  return { id, url, path: url.replace('https://events.example', '') };
}

const read = async (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });
const statusOf = async (path: string) => (await read(path)).status;

async function entriesOf(path: string) {
  const calendar = new ICAL.Component(ICAL.parse(await (await read(path)).text()));
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => ({
    summary: entry.getFirstPropertyValue('summary'),
    description: entry.getFirstPropertyValue('description'),
  }));
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), entries };
}

/** The identity of the caller `staff` on the server. */
const ada = { email: 'Ada@example.com', displayName: 'Ada Marsh', photoURL: null, subject: 'ada' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('ICS-25: a feed has a token of 22 characters that is shown once, and of which only the digest is stored', async () => {
  const series = await addSeries(server);
  const { id, url, path } = await addFeed({ series_id: series.id });
  expect(url).toMatch(/^https:\/\/events\.example\/calendar\/[\w-]{22}\.ics$/);
  const listed = { id, series_id: series.id, series_title: series.title, read_on: null };
  expect((await server.get('/calendar_feed')).body).toEqual({ data: [listed] });
  const { rows } = await sql<{ row: string }>`select calendar_feeds::text as row from calendar_feeds`.execute(db);
  expect(JSON.stringify(rows)).not.toContain(path.slice(-26, -4));
  await read(path);
  const today = new Date().toISOString().slice(0, 10);
  expect((await server.get('/calendar_feed')).body).toEqual({ data: [{ ...listed, read_on: today }] });
});

test('ICS-25: everyone has at most ten, also when they are added at the same time', async () => {
  await addFeed({}, 'colleague');
  const answers = await Promise.all(Array.from({ length: 14 }, async () => server.post('/calendar_feed/add', {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { detail: 'You have 10 calendar feeds. Remove one to create another.' },
  });
  expect((await server.get('/calendar_feed')).body.data).toHaveLength(10);
  expect((await server.get('/calendar_feed', { as: 'colleague' })).body.data).toHaveLength(1);
  expect((await server.post('/calendar_feed/add', { series_id: '00000000-0000-4000-8000-000000000000' }, { as: 'colleague' })).status).toBe(
    404,
  );
});

test('ICS-26: it has the events from 90 days ago on with their places or sign-ups, but neither names nor join links', async () => {
  const series = await addSeries(server);
  const add = async (title: string, values: Record<string, unknown>) => addEvent(server, series.id, { event_title: title, ...values });
  await add('Long ago', { date: inDays(-91), show_on_form: true });
  await add('Long', { date: inDays(-92), end_date: inDays(-89), show_on_form: true });
  const limits = { maximum_participants: 30, close_when_full: true, waiting_list: 'offer' };
  const limited = await add('Limited', { date: inDays(2), show_on_form: true, join_url: 'https://meet.example/x', ...limits });
  const hidden = await add('Hidden', { date: inDays(3), show_on_form: false });
  const undated = await add('Undated', { show_on_form: true });
  await server.post(`/event_series/${series.id}/event/${undated.id}/edit`, { date: null });
  await addAttendee(server, series.id, limited.id);
  await addAttendee(server, series.id, hidden.id);
  await db.updateTable('event_places').set({ waiting: 3 }).where('event_id', '=', limited.id).execute();
  const other = await addSeries(server);
  await addEvent(server, other.id, { event_title: 'Elsewhere', date: inDays(4), show_on_form: true });

  const page = `https://events.example/${encodeURIComponent(series.title.toLowerCase().replaceAll(' ', '-'))}/events-series/${series.id}`;
  const { path } = await addFeed({ series_id: series.id });
  const { name, entries } = await entriesOf(path);
  expect(name).toBe(series.title);
  expect(entries.map(({ summary }) => summary)).toEqual(['Long', 'Limited', 'Hidden (not on the form)']);
  expect(entries.slice(1).map(({ description }) => description)).toEqual([
    `1 of 30 places taken, 3 waiting\n${page}#event-${limited.id}`,
    `1 sign-up\n${page}/show-disabled-events#event-${hidden.id}`,
  ]);
  expect(await (await read(path)).text()).not.toMatch(/meet\.example|\bAda\b|Lovelace|ATTENDEE|ORGANIZER/i);
  const all = await entriesOf((await addFeed()).path);
  expect([all.name, all.entries.map(({ summary }) => summary)]).toEqual([
    'Kestrel',
    ['Long', 'Limited', 'Hidden (not on the form)', 'Elsewhere'],
  ]);
});

test('PLC-66: a cancelled event is marked as cancelled in calendars', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { event_title: 'Talk', date: inDays(2) });
  const { path } = await addFeed();
  await server.post(`/event_series/${series.id}/event/${event.id}/cancel`, { tell: false, note: null });
  expect((await entriesOf(path)).entries.map(({ summary }) => summary)).toEqual(['Cancelled: Talk']);
  expect(await (await read(path)).text()).toContain('STATUS:CANCELLED');
});

test('ICS-26: it may be cached for 15 minutes, and is not sent again while nothing has changed', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { date: inDays(2), show_on_form: true });
  const { path } = await addFeed();
  const first = await read(path);
  expect(['cache-control', 'content-type'].map((name) => first.headers.get(name))).toEqual([
    'private, max-age=900',
    'text/calendar; charset=utf-8',
  ]);
  const etag = first.headers.get('etag')!;
  const again = await read(path, { 'if-none-match': etag });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  await addAttendee(server, series.id, event.id);
  const changed = await read(path, { 'if-none-match': `W/"other", ${etag}` });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});

test('ICS-26: a file is cached with the digest of its content, also when that changes while it is written', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { date: inDays(2), show_on_form: true });
  const token = (await addFeed()).path.slice(-26, -4);
  const findFeed = feedReader(db, parseConfig(SETTINGS));
  const first = await findFeed(token);
  await addAttendee(server, series.id, event.id);
  const written = await first?.write();
  expect(written?.text).toContain('1 sign-up');
  expect(written?.etag).not.toBe(first?.etag);
  expect((await findFeed(token))?.etag).toBe(written?.etag);
  await sql`with more as (
      insert into submissions select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
      from submissions one, generate_series(2, 1234) returning id, submitted_at)
    insert into registrations (event_id, submission_id, submitted_at, status) select ${event.id}, id, submitted_at, 'confirmed' from more`.execute(
    db,
  );
  expect((await (await findFeed(token))?.write())?.text).toContain('1\\,234 sign-ups');
});

test('ICS-26: it changes when the same number of people are registered for other events, or cancelled', async () => {
  const series = await addSeries(server);
  const [first, second] = [await addEvent(server, series.id, { date: inDays(2) }), await addEvent(server, series.id, { date: inDays(3) })];
  const token = (await addFeed({ series_id: series.id })).path.slice(-26, -4);
  for (const event of [first, first, second]) await addAttendee(server, series.id, event.id);
  const etags = new Set<string | undefined>();
  const readBoth = async () => {
    const feed = await feedReader(db, parseConfig(SETTINGS))(token);
    expect((await feed?.write())?.etag).toBe(feed?.etag);
    etags.add(feed?.etag);
  };
  await readBoth();
  const one = sql`(select submission_id from registrations where event_id = ${first.id} limit 1)`;
  await sql`update registrations set status = 'cancelled' where event_id = ${first.id} and submission_id = ${one}`.execute(db);
  await readBoth();
  await sql`update registrations set event_id = case event_id when ${first.id} then ${second.id} else ${first.id} end::uuid
    where event_id in (${first.id}, ${second.id})`.execute(db);
  await readBoth();
  expect(etags.size).toBe(3);
});

test('ICS-26: a feed that cannot be read is an error that calendars do not cache', async () => {
  await addEvent(server, (await addSeries(server)).id, { date: inDays(2), show_on_form: true });
  const { path } = await addFeed();
  await sql`alter table events rename column venue to no_venue`.execute(db);
  const { status, headers } = await read(path);
  await sql`alter table events rename column no_venue to venue`.execute(db);
  expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([500, null, 'no-store']);
});

test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'ICS-24: the day on which a feed was read is in UTC, also in a session in %s',
  async (zone) => {
    const { id } = await addFeed();
    const away = openDatabase({ url: `${server.databaseUrl}?options=-c%20timezone=${zone}`, pool: 1, log: { warn: () => undefined } });
    await noteReading(away.db, id);
    await away.close();
    const [feed] = (await server.get('/calendar_feed')).body.data;
    expect(feed.read_on).toBe(new Date().toISOString().slice(0, 10));
  },
);

test('ICS-27: removed, unknown and stopped feeds are the same 404', async () => {
  const [removed, stopped, ofDomain] = [await addFeed(), await addFeed(), await addFeed({}, 'colleague')];
  expect([await statusOf(removed.path), await statusOf(stopped.path)]).toEqual([200, 200]);
  expect(await server.post(`/calendar_feed/${removed.id}/delete`, {})).toMatchObject({ status: 200, body: { data: { id: removed.id } } });
  await db
    .updateTable('calendar_feeds')
    .set({ owner_seen_on: sql<string>`current_date - 91` })
    .where('id', '=', stopped.id)
    .execute();
  const paths = [removed.path, stopped.path, ofDomain.path, `/calendar/${'x'.repeat(22)}.ics`];
  const answers = await Promise.all(paths.map(async (path) => read(path)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const bodies = await Promise.all(answers.map(async (answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect((await server.post(`/calendar_feed/${removed.id}/delete`, {})).status).toBe(404);
});

test('ICS-27: it stops 90 days after the last call of its owner, which is stored to the day', async () => {
  const { id, path } = await addFeed();
  const seenDaysAgo = async (days: number) =>
    db
      .updateTable('calendar_feeds')
      .set({ owner_seen_on: sql<string>`current_date - ${days}::integer` })
      .where('id', '=', id)
      .execute();
  await seenDaysAgo(90);
  expect(await statusOf(path)).toBe(200);
  await seenDaysAgo(91);
  expect(await statusOf(path)).toBe(404);
  const noteOwner = seenOwners(db);
  noteOwner({ ...ada, email: 'somebody@example.com', subject: 'somebody' });
  noteOwner(ada);
  await until('the feed to go on', async () => (await statusOf(path)) === 200);
});

test('ICS-27: any call of the owner counts', async () => {
  const owner = { owner_email: 'ben@example.org', owner_subject: 'ben' };
  const feed = { id: newId(), token_hash: Buffer.alloc(32), ...owner, owner_seen_on: '2020-01-01' };
  await quietServer.db.insertInto('calendar_feeds').values(feed).execute();
  await quietServer.get('/event_series', { as: 'colleague' });
  const countSeen = async () => (await quietServer.pool.query('select from calendar_feeds where owner_seen_on = current_date')).rowCount;
  await until('the owner to be seen', async () => (await countSeen()) !== 0);
  expect(await countSeen()).toBe(1);
});

test('SEC-36: a feed belongs to a subject, not to an address that someone new was given, and nobody else can remove it', async () => {
  const { id } = await addFeed();
  const newcomer = { ...ada, subject: 'newcomer' };
  const later = await createTestServer(
    SETTINGS,
    { verifyToken: async (token) => (token === 'staff' ? newcomer : { ...ada, email: 'ada@example.org' }) },
    server,
  );
  expect((await later.get('/calendar_feed')).body.data).toEqual([]);
  expect((await later.post(`/calendar_feed/${id}/delete`, {})).status).toBe(404);
  expect((await later.get('/calendar_feed', { as: 'colleague' })).body.data).toHaveLength(1);
  expect((await later.post(`/calendar_feed/${id}/delete`, {}, { as: 'colleague' })).status).toBe(200);
});
