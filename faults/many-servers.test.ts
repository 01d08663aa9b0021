import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { type Balancer, startBalancer } from '#server/testing/processes/balancer.ts';
import type { ServerProcess } from '#server/testing/processes/process.ts';
import { startWorkerProcess, type WorkerProcess } from '#server/testing/processes/worker-process.ts';
import { callAuth, SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { atRest } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { IN_FULL, MAILED, newForm, openScene, type Scene, startServer, startServices, visitorsOf } from './harness/scene.ts';
import { letStaffWork, seriesSchema, staffOf } from './harness/staff-at-work.ts';

const CHECK_MS = 250;
const BACK_MS = 60_000;
const PER_SECOND = 40;
const LIMIT = 200;
/** Sent to each of two servers: neither reaches the limit alone. */
const SENT_TO_EACH = 150;
const MINUTE_MS = 60_000;

const fixture = new SignInFixture();

interface Servers {
  readonly balancer: Balancer;
  readonly web: ServerProcess[];
  readonly startWeb: (port: number) => Promise<ServerProcess>;
}

/** Two web servers behind a balancer, whose address is the one that people use. */
async function startServers(scene: Scene, settings: Record<string, string> = {}): Promise<Servers> {
  const ports = [await freePort(), await freePort()];
  const balancer = await startBalancer({ ports, checkMs: CHECK_MS, repeats: true });
  onTestFinished(balancer.close);
  const { issuer, clientId, clientSecret } = fixture.outside;
  const startWeb = async (port: number): Promise<ServerProcess> =>
    startServer(scene, {
      PORT: String(port),
      ROLES: 'web',
      PUBLIC_URL: balancer.url,
      SHUTDOWN_NOTICE_SECONDS: '1',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      ALLOWED_EMAIL_DOMAINS: 'example.com',
      ...settings,
    });
  const web = await Promise.all(ports.map(startWeb));
  await expect.poll(balancer.ready, { timeout: BACK_MS }).toEqual(ports);
  return { balancer, web, startWeb };
}

test('through either of two servers the sign-in, its renewal, forms, edits and limits are the same', async () => {
  const scene = await openScene();
  const { seriesId } = await newForm(scene);
  const { balancer, web } = await startServers(scene, { PUBLIC_RATE_LIMIT: String(LIMIT) });
  const urls = web.map(({ url }) => url);
  const [first = '', second = ''] = urls;

  const browser = new TestBrowser();
  let token = await fixture.tokenOf(browser, balancer.url);
  for (let renewal = 0; renewal < 6; renewal += 1) {
    const renewed = await callAuth(browser, balancer.url, '/auth/renew');
    expect(renewed.status).toBe(200);
    token = renewed.data?.id_token ?? '';
    for (const url of urls) expect((await staffOf(token).get(`${url}/api/me`)).status).toBe(200);
  }

  const staff = staffOf(token);
  const path = `/api/event_series/${seriesId}`;
  const pageOf = async (url: string): Promise<string> => (await fetch(`${url}/spring-training/events-series/${seriesId}/view`)).text();
  await Promise.all(urls.map(pageOf));
  const { data: read } = seriesSchema.parse(await (await staff.get(`${first}${path}`)).json());
  expect((await staff.edit(`${first}${path}/edit`, { title: 'Autumn Training' }, read.version)).status).toBe(200);
  for (const url of urls) expect(await pageOf(url)).toContain('Autumn Training');
  expect((await staff.edit(`${second}${path}/edit`, { title: 'Winter Training' }, read.version)).status).toBe(409);
  expect((await staff.edit(`${second}${path}/edit`, { success_text: 'See you there' }, read.version)).status).toBe(200);

  const callOnce = async (url: string): Promise<number> => (await fetch(`${url}${path}/track_views`, { method: 'POST' })).status;
  // The limit counts by the calendar minute, so all these calls have to fall into one.
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < 10_000) await sleep(left);
  const statuses = await Promise.all(urls.flatMap((url) => Array.from({ length: SENT_TO_EACH }, async () => callOnce(url))));
  expect(statuses).toContain(200);
  await expect.poll(async () => Promise.all(urls.map(callOnce)), { timeout: 10_000, interval: 500 }).toEqual([429, 429]);

  await callAuth(browser, balancer.url, '/auth/logout', { body: JSON.stringify({ id_token: token }) });
  const answers = async () => Promise.all(urls.map(async (url) => (await staff.get(`${url}/api/me`)).status));
  await expect.poll(answers, { timeout: 10_000 }).toEqual([401, 401]);
});

// The upgrade restarts them as well, and other scenarios kill them.
test.runIf(IN_FULL)('each of two servers and two workers is killed once, then they are restarted one after the other', async (context) => {
  const scene = await openScene();
  const world = await startServices();
  for (const { behaviours } of [world.slack, world.smtp]) behaviours.set({ kind: 'slow', ms: 20 });
  const form = await newForm(scene, MAILED);
  const servers = await startServers(scene, world.settings);
  const { balancer } = servers;
  const startWorker = async (): Promise<WorkerProcess> => {
    const worker = startWorkerProcess(scene.databaseUrl, { ...world.settings, LOG_LEVEL: 'warn' });
    await worker.ready();
    return worker;
  };
  let web = servers.web;
  let workers = [await startWorker(), await startWorker()];
  const token = await fixture.tokenOf(new TestBrowser(), balancer.url);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const visitors = visitorsOf(balancer.url);
  const visiting = visitors.atRate(form, { perSecond: PER_SECOND, until: over.signal });

  /** Ends each server and worker, and starts it again before the next. */
  const endEach = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const nextWeb: ServerProcess[] = [];
    for (const server of web) {
      server.kill(signal);
      expect(await server.ended).toMatchObject(signal === 'SIGTERM' ? { code: 0 } : { signal });
      nextWeb.push(await servers.startWeb(server.port));
      await expect.poll(balancer.ready, { timeout: BACK_MS }).toHaveLength(2);
    }
    const nextWorkers: WorkerProcess[] = [];
    for (const worker of workers) {
      worker.kill(signal);
      await worker.ended;
      nextWorkers.push(await startWorker());
    }
    [web, workers] = [nextWeb, nextWorkers];
  };

  await endEach('SIGKILL');
  const killed = visitors.signUps.all.length;
  const staff = letStaffWork(balancer.url, token, form.seriesId);
  await endEach('SIGTERM');
  await staff.stop();
  over.abort();
  await visiting;
  await atRest(scene.database.db, BACK_MS);

  const { rows } = await scene.database.pool.query<{ repeated: number; open: number }>(
    "select count(*) filter (where claims > 1)::int as repeated, count(*) filter (where state <> 'succeeded')::int as open from submission_steps",
  );
  const [{ repeated, open } = { repeated: 0, open: 0 }] = rows;
  const all = visitors.signUps.all.length;
  const note = `${killed} sign-ups while each was killed, ${all - killed} while each was restarted, ${repeated} steps taken over`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect(visitors.signUps.answeredWith('refused'), 'sign-ups that were told to come back').toEqual([]);
  expect(staff.failures).toEqual([]);
  expect(open).toBe(0);
  // Only messages that a killed worker was sending may have been sent twice; a mail then has the same id.
  const mails = new Set(world.smtp.mails.map(({ parsed }) => parsed.messageId));
  expect(mails.size).toBe(all);
  expect(world.smtp.mails.length - mails.size + world.slack.messages.length - all).toBeLessThanOrEqual(repeated);
  expect(world.slack.messages.length).toBeGreaterThanOrEqual(all);
});
