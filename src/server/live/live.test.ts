import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { startTcpProxy } from '#server/testing/processes/tcp-proxy.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addSeries, newEvent, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';
import { ASKS_FOR_ALL, atRest, pathOfStep, runWorker, startWorld } from '#server/testing/worker.ts';
import { LiveStreams } from './streams.ts';

const log = { warn: () => undefined };
const world = await startWorld();
const server = await createTestServer();
/** A second web process on the database of the first. */
const other = await createTestServer({}, {}, server);

/** Longer than these servers collect changes, so that the setup of a test is announced separately. */
const SETTLED_MS = 250;
const SOON = { timeout: 10_000 };
const VISITOR_DATA = /ada|lovelace|@example\.com/i;

const lasting = (lifetimeMs: number, openForMs = 0) => ({ subject: 'ada', lifetimeMs, openForMs, isRefused: async () => false });

async function seriesWithEvent() {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { show_on_form: true });
  await sleep(SETTLED_MS);
  return { series, event };
}

describe('what a stream says', () => {
  test('LIV-1: it is for staff, says hello, is not compressed, and proxies are asked not to buffer it', async () => {
    const { response, names } = await readLive(server.url);
    const headers = ['content-type', 'content-encoding', 'x-accel-buffering', 'cache-control'].map((name) => response.headers.get(name));
    expect([response.status, ...headers]).toEqual([200, 'text/event-stream; charset=utf-8', null, 'no', 'no-store, no-transform']);
    expect(names()).toEqual(['hello']);
    const refused = await Promise.all(['outsider', 'forger'].map(async (token) => (await readLive(server.url, token)).response.status));
    expect(refused).toEqual([403, 401]);
    expect((await server.get('/live', { as: 'visitor' })).status).toBe(401);
  });

  test('PLC-43: a person who only waits for a place is announced, and not counted as added', async () => {
    const series = await addSeries(server);
    const limits = { maximum_participants: 1, close_when_full: true, waiting_list: 'manual' };
    const event = await addEvent(server, series.id, limits);
    await sleep(SETTLED_MS);
    const reader = await readLive(server.url);
    await signUp(server, series.id, [event.id]);
    await signUp(server, series.id, [], { _waiting_list: [event.id] });
    const other = await addEvent(server, series.id, limits);
    for (const name of ['Ada', 'Ben']) await addAttendee(server, series.id, other.id, { first_name: name, _registration: 'waiting' });
    await expect.poll(() => reader.notices(`event/${other.id}`).ids?.length, SOON).toBe(0);
    await sleep(SETTLED_MS);
    expect([event, other].map(({ id }) => reader.notices(`event/${id}`).added)).toEqual([1, 1]);
  });

  test('LIV-2, LIV-3, LIV-4: a sign-up on one server is announced on another, with numbers and without data of the visitor', async () => {
    const { series, event } = await seriesWithEvent();
    const reader = await readLive(other.url);
    await signUp(server, series.id, [event.id]);
    await expect.poll(() => reader.notices(`event/${event.id}`).added, SOON).toBe(1);
    expect(reader.notices(`series/${series.id}`)).toEqual({ added: 1, ids: [], by: [null] });
    expect(reader.notices('dashboard').by).toEqual([null]);
    // Only doors learn who it is.
    expect(reader.events.flatMap(({ data }) => data.topics ?? []).filter(({ ids, joined }) => ids?.length !== 0 || joined)).toEqual([]);
    expect(JSON.stringify(reader.events)).not.toMatch(VISITOR_DATA);
  });

  test('LIV-3: sign-ups to marketing forms, and entries of feedback, are counted too', async () => {
    const form = await addForm(server);
    const list = await server.post('/website-feedback/add', { title: 'Website' });
    await sleep(SETTLED_MS);
    const reader = await readLive(other.url);
    await signUpOnForm(server, form.id);
    await server.post(`/website-feedback/${list.body.data.id}/submit`, { rating: 5, comment: 'Good' }, { as: 'visitor' });
    await expect.poll(() => reader.notices(`form/${form.id}`).added, SOON).toBe(1);
    await expect.poll(() => reader.notices(`feedback/${list.body.data.id}`).added, SOON).toBe(1);
    expect(JSON.stringify(reader.events)).not.toContain('Good');
  });

  test('LIV-3, LIV-4: changes by staff are announced with the submission and the member of staff; refused ones are not', async () => {
    const { series, event } = await seriesWithEvent();
    const id = await signUp(server, series.id, [event.id]);
    await sleep(SETTLED_MS);
    const reader = await readLive(other.url);
    const path = `/event_series/${series.id}/event/${event.id}`;
    await server.post(`${path}/submission/${id}/edit`, { first_name: 'Bea' }, { as: 'colleague' });
    await server.post(`${path}/edit`, { event_title: ' ' });
    await expect.poll(() => reader.notices(`event/${event.id}`), SOON).toEqual({ added: 0, ids: [id], by: ['ben@example.org'] });
    expect(reader.notices(`series/${series.id}`).ids).toEqual([id]);
    await server.post(`${path}/edit`, newEvent({ event_title: 'Changed' }));
    await expect.poll(() => reader.notices(`event/${event.id}`).by, SOON).toEqual(['ben@example.org', 'ada@example.com']);
    // Nobody has saved the series itself.
    expect(reader.notices(`series/${series.id}`).by).toEqual([null]);
    await addAttendee(server, series.id, event.id);
    await expect.poll(() => reader.notices(`event/${event.id}`).added, SOON).toBe(1);
    await server.post(`${path}/export`, { ids: [id] });
    await server.post(`${path}/submission/${id}/delete`);
    await expect.poll(() => reader.notices(`event/${event.id}`).ids.filter((each) => each === id), SOON).toHaveLength(2);
  });

  test('LIV-19: who is editing is announced on other servers by topic and name, and not as a change', async () => {
    const { event, series } = await seriesWithEvent();
    const reader = await readLive(other.url);
    const topic = `event/${event.id}`;
    await server.post('/live/here', { topic }, { as: 'colleague' });
    await expect.poll(() => reader.notices(`here/${topic}`), SOON).toEqual({ added: 0, ids: [], by: ['ben@example.org'] });
    expect([reader.notices(topic).by, reader.notices('dashboard').by]).toEqual([[], []]);
    for (const wrong of ['', 'event/1', `person/${event.id}`]) expect((await server.post('/live/here', { topic: wrong })).status).toBe(422);
    await addFields(server, series.id, 'Diet');
    await expect.poll(() => reader.notices(`fields/${series.id}`).by, SOON).toEqual(['ada@example.com']);
    expect(reader.notices(`series/${series.id}`).by).toEqual([null]);
  });

  test('LIV-4: fan-out and the outcome of steps are announced with the submission', async () => {
    const { series, event } = await seriesWithEvent();
    const slack = { send_notifications_slack: true, slack_channel_id: ASKS_FOR_ALL.slack_channel_id };
    await server.post(`/event_series/${series.id}/edit`, slack);
    await sleep(SETTLED_MS);
    const reader = await readLive(other.url);
    await runWorker(server, world.settings);
    const id = await signUp(server, series.id, [event.id]);
    await atRest(server.db);
    await expect.poll(() => reader.notices('attention').by, SOON).toEqual([null]);
    expect(new Set(reader.notices(`series/${series.id}`).ids)).toEqual(new Set([id]));
    await server.post(`/submission/${id}/steps/retry`, {}, { as: 'colleague' });
    await expect.poll(() => reader.notices('attention').ids, SOON).toEqual([id]);
    await server.post('/steps/retry');
    await expect.poll(() => reader.notices('attention').ids, SOON).toEqual([id, null]);
  });

  test('LIV-4: what staff do with a step of a registration change is announced to screens of Needs attention', async () => {
    const registration = await buildRegistration(server.db, { status: 'cancelled' });
    const change = await recordChange(server.db, { ...registration, kind: 'expired', actor: 'automatic', details: { tell: false } });
    const step = { submission_id: registration.submissionId, change_id: change, step: 'email', state: 'failed' } as const;
    await server.db.insertInto('submission_steps').values(step).execute();
    await sleep(SETTLED_MS);
    const reader = await readLive(other.url);
    await server.post(`${await pathOfStep(server.db, change, 'email')}/dismiss`);
    await expect.poll(() => reader.notices('attention').by, SOON).toEqual(['ada@example.com']);
    await server.post(`${await pathOfStep(server.db, change, 'email')}/restore`, {}, { as: 'colleague' });
    await expect.poll(() => reader.notices('attention').by, SOON).toEqual(['ada@example.com', 'ben@example.org']);
  });
});

describe('how a stream is kept', () => {
  test('LIV-6: a rush of sign-ups is one message a second, with all of them counted', async () => {
    const { series, event } = await seriesWithEvent();
    const unhurried = await createTestServer({}, { liveMs: undefined }, server);
    const reader = await readLive(unhurried.url);
    const startedAt = performance.now();
    const COUNT = 60;
    for (let done = 0; done < COUNT; done += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => signUp(server, series.id, [event.id], { email: `a${done + index}@example.com` })),
      );
      await sleep(300);
    }
    await expect.poll(() => reader.notices(`event/${event.id}`).added, SOON).toBe(COUNT);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(reader.names().filter((name) => name === 'changed').length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  test('LIV-6: when the listening connection was cut and is back, streams get a resync', async () => {
    const { pool } = server;
    const proxy = await startTcpProxy(server.databaseUrl);
    onTestFinished(proxy.close);
    const proxied = openDatabase({ url: proxy.url, pool: 2, log });
    onTestFinished(proxied.close);
    const third = await createTestServer({}, { live: new LiveStreams({ database: proxied, log, max: 2 }) });
    const reader = await readLive(third.url);
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()");
    await expect.poll(reader.names, SOON).toEqual(['hello', 'resync']);
    await sql`select pg_notify('live', ${JSON.stringify([{ topic: 'dashboard', added: 0, ids: [], by: null, name: null }])})`.execute(
      server.db,
    );
    await expect.poll(reader.names, SOON).toContain('changed');
  });

  test('EXTRA-60: for a page that is open already a stream begins with resync when something has changed, or when nobody listened', async () => {
    const live = new LiveStreams({ database: server, log, max: 1_000 });
    onTestFinished(async () => live.close());
    const begin = async (openForMs: number) => String((await live.open(lasting(60_000, openForMs))).read());
    const [hello, missed] = ['event: hello\ndata: {}\n\n', 'event: hello\ndata: {}\n\nevent: resync\ndata: {}\n\n'];
    await sleep(SETTLED_MS);
    expect(await begin(1)).toBe(missed);
    expect(await begin(60_000)).toBe(hello);
    const { messages } = live.figures;
    await server.post('/live/here', { topic: `event/${crypto.randomUUID()}` });
    await expect.poll(() => live.figures.messages, SOON).toBeGreaterThan(messages);
    expect(await begin(60_000)).toBe(hello);
    await addSeries(server);
    await expect.poll(async () => begin(60_000), SOON).toBe(missed);
    await sleep(50);
    expect(await begin(10)).toBe(hello);
    for (const wrong of ['', 'x', '-1', '1e9', '1&open_for=2'])
      expect((await readLive(`${server.url}`, 'staff', `?open_for=${wrong}`)).response.status).toBe(200);
  });

  test('LIV-10, LIV-12: with too many streams the next is refused for a minute; one whose token has ended says bye', async () => {
    const live = new LiveStreams({ database: server, log, max: 1 });
    onTestFinished(async () => live.close());
    const stream = await live.open(lasting(300));
    await expect(live.open(lasting(300))).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 60 } });
    let text = '';
    for await (const bytes of stream) text += String(bytes);
    expect(text).toBe('event: hello\ndata: {}\n\nevent: bye\ndata: {}\n\n');
    await expect.poll(() => live.figures.streams, SOON).toBe(0);
    expect(live.figures.messages).toBe(1);
  });

  test('LIV-6: a reader that reads nothing is cut off when 64 kB wait for it', async () => {
    const live = new LiveStreams({ database: server, log, max: 1 });
    onTestFinished(async () => live.close());
    const stream = await live.open(lasting(60_000));
    const topics = (from: number) =>
      JSON.stringify(
        Array.from({ length: 60 }, (_, index) => ({ topic: `series/${from + index}`, added: 1, ids: [], by: null, name: null })),
      );
    for (let sent = 0; sent < 40; sent += 1) await sql`select pg_notify('live', ${topics(sent * 60)})`.execute(server.db);
    await expect.poll(() => stream.destroyed, SOON).toBe(true);
    expect(live.figures.streams).toBe(0);
  });

  test('LIV-6: a notice that cannot be read, such as one of a newer release, makes streams read again', async () => {
    const reader = await readLive(other.url);
    for (const notice of ['', 'not JSON', '[{"topic":"dashboard"}]']) await sql`select pg_notify('live', ${notice})`.execute(server.db);
    await expect.poll(reader.names, SOON).toContain('resync');
    await sleep(SETTLED_MS);
    await addSeries(server);
    await expect.poll(() => reader.notices('dashboard').by, SOON).toEqual(['ada@example.com']);
  });

  test('LIV-12: streams opened at the same time do not exceed the limit, and none is opened while the server stops', async () => {
    const live = new LiveStreams({ database: server, log, max: 1 });
    const [first, second] = await Promise.allSettled([live.open(lasting(60_000)), live.open(lasting(60_000))]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    await live.close();
    await expect(live.open(lasting(60_000))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('LIV-10: a stream that has ended and is still being read gets nothing more', async () => {
    const live = new LiveStreams({ database: server, log, max: 1 });
    onTestFinished(async () => live.close());
    const stream = await live.open(lasting(100));
    const failed: unknown[] = [];
    stream.on('error', (error) => failed.push(error));
    await sleep(300);
    await addSeries(server);
    await sleep(SETTLED_MS);
    let text = '';
    for await (const bytes of stream) text += String(bytes);
    expect([failed, text]).toEqual([[], 'event: hello\ndata: {}\n\nevent: bye\ndata: {}\n\n']);
  });

  test('SEC-7: a stream ends when its token is refused, such as after a sign-out, but not while that cannot be checked', async () => {
    const refused = new Map<string, AppError>();
    const verifyToken = async (token: string) => {
      const error = refused.get(token);
      if (error !== undefined) throw error;
      return { email: `${token}@example.com`, displayName: token, photoURL: null, subject: token };
    };
    const live = new LiveStreams({ database: server, log, max: 3, commentMs: 50 });
    const third = await createTestServer({}, { live, verifyToken });
    const [leaving, staying] = await Promise.all([readLive(third.url, 'leaving'), readLive(third.url, 'staying')]);
    refused.set('staying', new AppError('unavailable', 'The identity provider cannot be reached'));
    refused.set('leaving', new AppError('unauthenticated', 'Please sign in'));
    await expect.poll(leaving.isOver, SOON).toBe(true);
    expect(leaving.names()).toEqual(['hello', 'bye']);
    await expect.poll(staying.comments, SOON).toBeGreaterThan(5);
    expect(staying.isOver()).toBe(false);
  });

  test('LIV-12: with LIVE_UPDATES=false streams are 503 with Retry-After', async () => {
    const off = await createTestServer({ LIVE_UPDATES: 'false' });
    const { status, headers } = await off.get('/live');
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
  });

  test('LIV-12: /metrics has the open streams and the messages', async () => {
    const before = await (await fetch(`${server.url}/metrics`)).text();
    expect(before).toContain('turnout_live_streams 0');
    await readLive(server.url);
    const after = await (await fetch(`${server.url}/metrics`)).text();
    expect(after).toContain('turnout_live_streams 1');
    expect(after).toMatch(/turnout_live_messages_total [1-9]/);
  });

  test('LIV-11: a server that closes says bye first', async () => {
    const third = await createTestServer();
    const reader = await readLive(third.url);
    await third.app.close();
    await expect.poll(reader.isOver, SOON).toBe(true);
    expect(reader.names()).toEqual(['hello', 'bye']);
  });
});
