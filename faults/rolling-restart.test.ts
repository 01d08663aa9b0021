import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/db/embedded/free-port.ts';
import { type Balancer, startBalancer } from '#server/testing/processes/balancer.ts';
import { type ServerProcess } from '#server/testing/processes/process.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, startServer, startStaff, visitorsOf } from './harness/scene.ts';

const CHECK_MS = 5_000;
const SERVERS = 2;
const SIGN_UPS = 50_000;
const PEOPLE = 24;
const LOOKS_AGAIN_MS = 30_000;
const REST_MS = 120_000;
const POLL_INTERVAL_MS = 250;

async function restart(server: ServerProcess, start: (port: number) => Promise<ServerProcess>, balancer: Balancer): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  await start(server.port);
  await expect.poll(balancer.ready, { timeout: LOOKS_AGAIN_MS }).toContain(server.port);
}

test('the servers are restarted one after the other behind a balancer that looks every 5 seconds', async (context) => {
  const scene = await openScene();
  const form = await newForm(scene);
  const staff = await startStaff();
  const settings = {
    ...staff.settings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://turnout.example.com',
    ROLES: 'web',
  };
  const start = async (port: number): Promise<ServerProcess> => startServer(scene, { ...settings, PORT: String(port) });
  const servers: ServerProcess[] = [];
  for (let number = 0; number < SERVERS; number += 1) servers.push(await start(await freePort()));
  const balancer = await startBalancer({ ports: servers.map(({ port }) => port), checkMs: CHECK_MS });
  onTestFinished(balancer.close);

  const visitors = visitorsOf(balancer.url);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const visiting = visitors.crowd(form, { people: PEOPLE, until: over.signal });
  for (const server of servers) await restart(server, start, balancer);
  const restarted = visitors.signUps.all.length;
  const deadline = performance.now() + REST_MS;
  while (visitors.signUps.all.length < SIGN_UPS && performance.now() < deadline) await sleep(POLL_INTERVAL_MS);
  over.abort();
  await visiting;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note: `the last was back after ${restarted} sign-ups` });
  expect(visitors.signUps.answeredWith('refused'), 'sign-ups that a restart refused').toEqual([]);
  expect(visitors.signUps.all.length).toBeGreaterThanOrEqual(SIGN_UPS);
});
