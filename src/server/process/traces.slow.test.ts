import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { databaseOfTest } from '#server/testing/database.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { startCollector } from '#server/testing/services/collector.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Lists the loaded modules. */
const WATCH_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { if (url.includes('@opentelemetry')) console.log('loads ' + url); return next(url, context); } });`)}`;
const COMMAND = [process.execPath, '--import', WATCH_MODULES, MAIN];

async function startOn(databaseUrl: string, settings: Record<string, string>) {
  const started = await startProcess({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder(), ...settings }, { command: COMMAND });
  await expect.poll(started.output, { timeout: 60_000 }).toContain('Turnout is ready');
  return started;
}

async function buildEventOf(db: Db) {
  const seriesId = await buildSeries(db);
  return { seriesId, eventId: await buildEvent(db, seriesId) };
}

const signUp = async (url: string, { seriesId, eventId }: { seriesId: string; eventId: string }) =>
  fetch(`${url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ events: [eventId] })),
  });

test('MON-16: without a collector no part of OpenTelemetry is loaded', async () => {
  const { url, db } = await databaseOfTest();
  const server = await startOn(url, { OTEL_SERVICE_NAME: 'turnout' });
  expect((await signUp(server.url, await buildEventOf(db))).status).toBe(200);
  server.kill('SIGTERM');
  const { output } = await server.ended;
  expect(output).not.toContain('@opentelemetry');
  expect(output).not.toContain('Traces are sent to');
}, 120_000);

test('MON-16: a web server and a worker trace their work, and send it before they end', async () => {
  const collector = await startCollector();
  onTestFinished(collector.close);
  const { url, db } = await databaseOfTest();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SHUTDOWN_NOTICE_SECONDS: '0' };
  const web = await startOn(url, { ...traced, ROLES: 'web', OTEL_SERVICE_NAME: 'turnout-web' });
  const worker = await startOn(url, { ...traced, ROLES: 'worker', OTEL_SERVICE_NAME: 'turnout-worker' });
  expect(web.output()).toContain(`Traces are sent to 127.0.0.1:${collector.port}`);
  expect(web.output()).toContain('@opentelemetry/sdk-trace');
  expect((await signUp(web.url, await buildEventOf(db))).status).toBe(200);
  web.kill('SIGTERM');
  expect(await web.ended).toMatchObject({ code: 0 });
  const namesOf = (service: string) =>
    collector.spans.filter(({ resource }) => resource['service.name'] === service).map(({ name }) => name);
  expect(namesOf('turnout-web')).toEqual(expect.arrayContaining(['POST /api/event_series/:id/submit', 'store sign-ups']));
  await expect.poll(() => namesOf('turnout-worker'), { timeout: 20_000 }).toContain('fan out sign-ups');
  worker.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0 });
}, 120_000);

/** Spans that wait for a collector at most. */
const MOST_WAITING = 2_048;
const ROUNDS = 80;
const AT_ONCE = 50;

/** A collector that receives spans and never answers. */
async function startSilentCollector() {
  let spans = 0;
  const countSpans = (body: string) => {
    spans += body.split('"startTimeUnixNano"').length - 1;
  };
  const server = http.createServer((request) => void text(request).then(countSpans, () => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** The spans that have arrived. */
    spans: () => spans,
    /** Waits until each caller has disconnected. */
    untilLeft: async () => new Promise((resolve) => server.close(resolve)),
  };
}

test('MON-15: a collector that never answers delays neither sign-ups nor the shutdown, and no more than 2,048 spans wait for it', async () => {
  const collector = await startSilentCollector();
  const { url, db } = await databaseOfTest();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SHUTDOWN_NOTICE_SECONDS: '0', PUBLIC_RATE_LIMIT: '1000000' };
  const server = await startOn(url, settings);
  const event = await buildEventOf(db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, async () => fetch(`${server.url}/api/me`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  }
  await expect.poll(collector.spans).toBeGreaterThan(0);
  expect((await signUp(server.url, event)).status).toBe(200);
  const before = collector.spans();
  expect(ROUNDS * AT_ONCE - before).toBeGreaterThan(MOST_WAITING);
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  await collector.untilLeft();
  // Waiting spans are sent at the end, so that they can be counted; the others were dropped.
  expect(collector.spans() - before).toBeLessThanOrEqual(MOST_WAITING);
  expect(collector.spans() - before).toBeGreaterThan(MOST_WAITING / 2);
}, 120_000);
