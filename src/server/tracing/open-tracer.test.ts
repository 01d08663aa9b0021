import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/process/logger.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startCollector } from '#server/testing/services/collector.ts';
import type { Behaviour } from '#server/testing/services/stand-in.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { ASKS_FOR_ALL, atRest, runWorker, startWorld } from '#server/testing/worker.ts';
import { openTracer } from './open-tracer.ts';
import { traced } from './work.ts';

const collector = await startCollector();
const settings = { url: `${collector.url}/v1/traces`, headers: { 'x-key': 'our own' }, service: 'turnout-test', share: 1 };
const lines: string[] = [];
const log = createLogger({ level: 'info', environment: 'production', destination: { write: (line) => void lines.push(line) } });
const tracer = openTracer(settings, { version: '1.2.3', log, sendEveryMs: 20 });
const server = await createSignUpPageServer({ TRUST_PROXY: '10.1.0.0/16' }, { tracer });
const world = await startWorld();

afterAll(async () => {
  await tracer.stop();
  await collector.close();
});

beforeEach(() => {
  collector.behaviours.set({ kind: 'work' });
  for (const list of [collector.spans, collector.bodies, lines]) list.length = 0;
});

const named = (name: string | RegExp) =>
  collector.spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

async function arrives(name: string) {
  await expect.poll(() => named(name).length, { timeout: 20_000, message: name }).toBeGreaterThan(0);
  return named(name)[0]!;
}

test('MON-12: the spans of a sign-up, its batch, its fan-out, its steps and their calls arrive', async () => {
  await runWorker(server, world.settings);
  const seriesId = await buildSeries(server.db, ASKS_FOR_ALL);
  const eventId = await buildEvent(server.db, seriesId);
  expect((await server.post(`/event_series/${seriesId}/submit`, newSignUp({ events: [eventId] }), { as: 'visitor' })).status).toBe(200);
  await atRest(server.db);

  const request = await arrives('POST /api/event_series/:id/submit');
  expect(request).toMatchObject({
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/event_series/:id/submit',
      'http.response.status_code': 200,
      'turnout.request_id': expect.any(String),
    },
    status: { code: 0 },
    resource: { 'service.name': 'turnout-test', 'service.version': '1.2.3', 'service.instance.id': expect.any(String) },
  });
  expect(request.parentSpanId).toBeUndefined();
  const batch = await arrives('store sign-ups');
  expect(batch).toMatchObject({ attributes: { 'turnout.sign_ups': 1 }, links: [{ traceId: request.traceId, spanId: request.spanId }] });
  expect(named(/^sign-up/)).toMatchObject([{ traceId: batch.traceId, parentSpanId: batch.spanId, kind: 3 }]);
  expect(await arrives('fan out sign-ups')).toMatchObject({ attributes: { 'turnout.taken': 1 } });
  for (const [step, call, facts] of [
    ['slack', 'POST Slack', { 'http.response.status_code': 200, 'server.address': '127.0.0.1' }],
    ['crm', 'PUT Copper', { 'http.response.status_code': 200 }],
    ['email', 'Send mail', { 'server.address': '127.0.0.1' }],
  ] as const) {
    const attempt = await arrives(`step ${step}`);
    expect(attempt.attributes).toMatchObject({
      'turnout.step.about': 'sign-up',
      'turnout.step.attempt': 1,
      'turnout.step.outcome': 'succeeded',
    });
    await arrives(call);
    const calls = named(call).filter(({ traceId }) => traceId === attempt.traceId);
    expect(calls).toMatchObject([{ kind: 3, parentSpanId: attempt.spanId, attributes: facts }]);
  }
  expect(collector.headers[0]).toMatchObject({ 'x-key': 'our own', 'content-type': 'application/json' });
});

test('MON-12: a query that waited for a connection belongs to its own work', async () => {
  const { pool } = server;
  const held = await Promise.all(Array.from({ length: pool.options.max }, async () => pool.connect()));
  const work = { name: 'waiting', kind: 'task', facts: {} } as const;
  const asked = traced(work, async () => pool.query({ name: 'waited', text: 'select 1' }));
  for (const client of held) client.release();
  await asked;
  const { spanId } = await arrives('waiting');
  await arrives('waited');
  expect(named('waited')).toMatchObject([{ parentSpanId: spanId }]);
});

/** A sign-up whose CRM step gets this behaviour. */
async function signUpMeeting(behaviour: Behaviour): Promise<void> {
  await runWorker(server, world.settings);
  world.copper.behaviours.set(behaviour);
  const seriesId = await buildSeries(server.db, { copper_tag: 'spring' });
  const eventId = await buildEvent(server.db, seriesId);
  await server.post(`/event_series/${seriesId}/submit`, newSignUp({ events: [eventId] }), { as: 'visitor' });
}

test('MON-12: failures have a code and no text', async () => {
  await signUpMeeting({ kind: 'status', status: 401, body: { message: 'canaria@example.com' } });
  expect(await arrives('step crm')).toMatchObject({
    attributes: { 'error.type': 'token', 'turnout.step.outcome': 'failed' },
    status: { code: 2, message: 'token' },
  });
  expect(await arrives('POST Copper')).toMatchObject({
    attributes: { 'error.type': '401', 'http.response.status_code': 401 },
    status: { code: 2 },
  });

  await server.pool.query('alter table forms rename to hidden');
  onTestFinished(async () => void (await server.pool.query('alter table hidden rename to forms')));
  expect((await server.get('/event_series')).status).toBe(500);
  expect(await arrives('GET /api/event_series')).toMatchObject({
    attributes: { 'error.type': 'internal' },
    status: { code: 2, message: 'internal' },
  });
  const [query] = named('select').filter(({ status }) => status.code === 2);
  expect(query).toMatchObject({ attributes: { 'db.operation.name': 'select', 'error.type': '42P01' } });
});

test('MON-12: a call to a service that hangs up has our own code', async () => {
  await signUpMeeting({ kind: 'lost' });
  expect(await arrives('POST Copper')).toMatchObject({
    attributes: { 'error.type': 'unreachable', 'server.address': '127.0.0.1' },
    status: { code: 2, message: 'unreachable' },
  });
});

test('MON-12: a refused request is not a failure, and health checks are not shown', async () => {
  await fetch(`${server.url}/healthz`);
  expect((await server.get('/me', { as: 'visitor' })).status).toBe(401);
  const span = await arrives('GET /api/me');
  expect(span).toMatchObject({ attributes: { 'http.response.status_code': 401 }, status: { code: 0 } });
  expect(named(/healthz/)).toEqual([]);
});

test('MON-13: only traces from a trusted proxy are continued', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const call = async (url: string, remoteAddress: string, traceparent: string) =>
    server.app.inject({ url, headers: { traceparent }, remoteAddress });
  await call('/api/me', '10.1.2.3', `00-${traceId}-00f067aa0ba902b7-01`);
  expect(await arrives('GET /api/me')).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  await call('/api/overview', '10.2.2.3', `00-${traceId}-00f067aa0ba902b7-01`);
  expect((await arrives('GET /api/overview')).traceId).not.toBe(traceId);
  await call('/api/search', '10.1.2.3', 'canary');
  expect((await arrives('GET /api/search')).parentSpanId).toBeUndefined();
});

const CANARY = 'canaria@canary.example';
const TOKEN = 'canarytokencanarytokencanarytokencanarytoken0';
const OWN_TOKEN = TOKEN.slice(0, 22);

test('MON-14: no span has a name, an address, an answer or a token, wherever it was sent and whatever the outcome', async () => {
  await runWorker(server, world.settings);
  const seriesId = await buildSeries(server.db, { ...ASKS_FOR_ALL, self_service: true });
  const eventId = await buildEvent(server.db, seriesId);
  const formId = await buildMarketingForm(server.db);
  const person = {
    first_name: 'Canaria',
    last_name: 'Canarian',
    job_title: 'Canary keeper',
    organisation: 'Canary Ltd',
    email: CANARY,
    message: 'canary',
  };
  const signUp = { ...newSignUp(person), events: [eventId] };
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    cookie: `session=${TOKEN}`,
    'user-agent': 'Canary/1.0',
    'x-request-id': 'canaria',
    'idempotency-key': TOKEN,
    baggage: `who=${CANARY}`,
    tracestate: 'canary=1',
  };
  const send = async (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}${path}?email=${CANARY}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then((response) => response.status);
  const attempts = async () => [
    await send('POST', `/api/event_series/${seriesId}/submit`, signUp),
    await send('POST', `/api/form/${formId}/submit`, { ...signUp, email: CANARY + CANARY }),
    await send('GET', `/canary-${TOKEN}/form/${CANARY}/view`),
    await send('GET', `/registration/${OWN_TOKEN}`),
    await send('POST', `/registration/${OWN_TOKEN}/cancel`),
    await send('GET', `/api/event_series/${CANARY}`),
    await send('GET', `/api/canary/${CANARY}/%zz`),
    await send('GET', `/calendar/${TOKEN}.ics`),
  ];
  expect(await attempts()).toContain(200);
  expect((await server.get(`/search?q=${CANARY}`)).text).toContain('Canaria');
  await atRest(server.db);
  // Services that echo what they were sent.
  const body = { message: CANARY, error: CANARY };
  for (const { behaviours } of [world.slack, world.copper]) behaviours.set({ kind: 'status', status: 500, body });
  world.smtp.behaviours.set({ kind: 'refuse', error: `${CANARY} is unknown` });
  headers['idempotency-key'] = `${TOKEN}1`;
  expect(await attempts()).toContain(200);
  await atRest(server.db);
  // And a database that refuses the rows.
  await server.pool.query("alter table submissions add constraint nobody check (first_name <> 'Canaria') not valid");
  onTestFinished(async () => void (await server.pool.query('alter table submissions drop constraint nobody')));
  headers['idempotency-key'] = `${TOKEN}2`;
  expect(await attempts()).toContain(500);
  await server.get('/me');
  await arrives('GET /api/me');
  for (const name of ['step slack', 'step email', 'step crm', 'store sign-ups', 'POST /api/event_series/:id/submit']) {
    expect([name, named(name).some(({ status }) => status.code === 2)]).toEqual([name, true]);
  }
  expect(collector.bodies.filter((sent) => /canar/i.test(sent))).toEqual([]);
});

test('MON-15: a collector that fails is logged once, and once more when it is back', async () => {
  collector.behaviours.set({ kind: 'status', status: 401 });
  const reported = () => lines.filter((line) => line.includes('collector'));
  for (let round = 0; round < 3; round += 1) {
    const { requests } = collector.behaviours;
    await server.get('/me');
    await expect.poll(() => collector.behaviours.requests).toBeGreaterThan(requests);
  }
  await expect.poll(reported).toEqual([expect.stringContaining('The collector is not accepting traces')]);
  collector.behaviours.set({ kind: 'work' });
  await server.get('/overview');
  await arrives('GET /api/overview');
  await expect.poll(reported).toEqual([expect.any(String), expect.stringContaining('is accepting traces again')]);
});
