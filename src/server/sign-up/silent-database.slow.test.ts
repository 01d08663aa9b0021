import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { createLogger } from '#server/process/logger.ts';
import { databaseReadiness } from '#server/process/readiness.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startTcpProxy } from '#server/testing/processes/tcp-proxy.ts';
import { createTestServer, TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpService } from './sign-up-service.ts';

// All limits are a tenth of the product's own.
const STATEMENT_TIMEOUT_MS = 1_500;
const ANSWER_GRACE_MS = 500;
const SILENT_AFTER_MS = STATEMENT_TIMEOUT_MS + ANSWER_GRACE_MS;
const CONNECT_TIMEOUT_MS = 2_000;
/** Tolerance for a busy machine. */
const SLACK_MS = 4_000;
vi.setConfig({ testTimeout: 60_000 });
const POOL = 8;

const lines: string[] = [];
const log = createLogger({ level: 'info', environment: 'production', destination: { write: (line) => void lines.push(line) } });

const database = await openTestDatabase();
const proxy = await startTcpProxy(database.url);
const proxied = openDatabase({
  url: proxy.url,
  pool: POOL,
  log,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  answerGraceMs: ANSWER_GRACE_MS,
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
});
const signUps = createSignUpService({
  database: proxied,
  secret: TEST_SECRET,
  timeZone: 'Europe/London',
  canMail: true,
  notify: notifyNobody,
  log,
});
const whyNotReady = databaseReadiness({ db: proxied.db, stalledMs: () => signUps.writer.stalledMs(), maxStallMs: ANSWER_GRACE_MS });
const server = await createTestServer({}, { log, signUps, whyNotReady }, database);
afterAll(async () => {
  await proxy.close();
  await proxied.close();
});
const { db } = server;

beforeEach(async () => {
  proxy.treatNew({ kind: 'pass' });
  await vi.waitUntil(async () => (await fetch(`${server.url}/readyz`)).ok, { timeout: SLACK_MS });
  lines.length = 0;
});

interface Answered {
  status: number;
  retryAfter: string | null;
  sentAt: number;
  ms: number;
}

const newForm = async () => {
  const seriesId = await buildSeries(db);
  return { seriesId, eventId: await buildEvent(db, seriesId) };
};
type Form = Awaited<ReturnType<typeof newForm>>;

let number = 0;
async function submit({ seriesId, eventId }: Form): Promise<Answered> {
  const sentAt = performance.now();
  number += 1;
  const headers = { 'idempotency-key': `key-${number}` };
  const body = newSignUp({ events: [eventId], email: `p${number}@example.com` });
  const { status, headers: answered } = await server.post(`/event_series/${seriesId}/submit`, body, { as: 'visitor', headers });
  return { status, retryAfter: answered.get('retry-after'), sentAt, ms: performance.now() - sentAt };
}

/** Signs up a visitor every tenth of a second until stopped. */
function visitors(form: Form) {
  let isOver = false;
  const answers: Promise<Answered>[] = [];
  const sending = (async () => {
    while (!isOver) {
      answers.push(submit(form));
      await sleep(100);
    }
  })();
  const stop = async (): Promise<Answered[]> => {
    isOver = true;
    await sending;
    return Promise.all(answers);
  };
  onTestFinished(async () => void (await stop()));
  return stop;
}

const stored = async ({ seriesId }: Form) =>
  (await db.selectFrom('submissions').select('id').where('form_id', '=', seriesId).execute()).length;
const longest = (answers: readonly Answered[]) => Math.max(...answers.map(({ ms }) => ms));

/** Otherwise a sign-up may find a new connection, which works, and nobody is refused. */
const openAllConnections = () => Promise.all(Array.from({ length: POOL }, () => sql`select pg_sleep(0.3)`.execute(proxied.db)));

/** After at most one sign-up, each was stored, or refused with a time to try again; no answered one is missing or stored twice. */
async function expectNoneLost(form: Form, answers: readonly Answered[]): Promise<void> {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  const rows = await stored(form);
  expect(rows).toBeGreaterThanOrEqual(answers.length - refused.length);
  expect(rows).toBeLessThanOrEqual(answers.length + 1);
}

test('REL-1: sign-ups work again soon after all connections have gone silent; waiting ones are refused, and the log says why', async () => {
  const form = await newForm();
  await openAllConnections();
  const stop = visitors(form);
  await sleep(500);
  proxy.treatOpen({ kind: 'hang' });
  const silentAt = performance.now();
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: SLACK_MS }).toBe(503);
  await sleep(SILENT_AFTER_MS + SLACK_MS);
  const answers = await stop();
  const back = answers.find(({ status, sentAt, ms }) => status === 200 && sentAt + ms > silentAt + 200);
  expect(back).toBeDefined();
  expect(back!.sentAt + back!.ms - silentAt).toBeLessThan(SILENT_AFTER_MS + SLACK_MS);
  expect(longest(answers)).toBeLessThan(SILENT_AFTER_MS + SLACK_MS);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  await expectNoneLost(form, answers);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(lines.filter((line) => line.includes('The database does not answer"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"Not ready"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"Ready again"'))).toHaveLength(1);
});

test('REL-1, REL-4: while new connections hang too nobody waits for long, and sign-ups work again when the network does', async () => {
  const form = await newForm();
  await submit(form);
  const stop = visitors(form);
  await sleep(300);
  proxy.treatOpen({ kind: 'hang' });
  proxy.treatNew({ kind: 'hang' });
  await sleep(SILENT_AFTER_MS + 2 * CONNECT_TIMEOUT_MS);
  proxy.treatNew({ kind: 'pass' });
  await sleep(CONNECT_TIMEOUT_MS + SLACK_MS);
  const answers = await stop();
  expect(answers.at(-1)?.status).toBe(200);
  expect(longest(answers)).toBeLessThan(SILENT_AFTER_MS + CONNECT_TIMEOUT_MS + SLACK_MS);
  await expectNoneLost(form, answers);
});

test('REL-17: an outage is logged once a second, with the count of refusals', async () => {
  const form = await newForm();
  await submit(form);
  proxy.treatOpen({ kind: 'hang' });
  proxy.treatNew({ kind: 'hang' });
  const answers = await Promise.all(Array.from({ length: 60 }, () => submit(form)));
  await sleep(1_200);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(50);
  const refusals = lines.map((line): { msg: string; count?: number } => JSON.parse(line)).filter(({ msg }) => msg === 'not available');
  expect(refusals.length).toBeLessThan(10);
  expect(refusals.reduce((sum, { count = 0 }) => sum + count, 0)).toBeGreaterThanOrEqual(
    answers.filter(({ status }) => status === 503).length,
  );
});
