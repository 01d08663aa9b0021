import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { highestMemory } from '../bench/support/memory.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { IN_FULL, newForm, openScene, startServer, treatAll, visitorsOf } from './harness/scene.ts';
import { backAfter } from './harness/sign-ups.ts';

const PER_SECOND = 500;
const BEFORE_MS = 2_000;
/** Once sign-ups work again: those that waited are answered, or sent again. */
const AFTER_MS = 8_000;
/** The number of waiting sign-ups reaches its limit within five seconds. */
const SILENT_MS = IN_FULL ? 60_000 : 20_000;
const BACK_WITHIN_MS = 25_000;
const LONGEST_WAIT_MS = 30_000;
const MOST_WAITING = 2_000;
/** Requests that the server may not have counted yet, since it counts them when it has read them. */
const ON_THE_WAY = 1_000;
/** Objects that wait for ten seconds count as old to V8, which lets the old generation double before it collects garbage. */
const MEMORY_MB = 460;
const CUTS = 20;
const CUT_MS = 50;
const PAUSE_MS = 450;

test(`old and new connections are silent for ${SILENT_MS} ms`, async (context) => {
  const scene = await openScene();
  const form = await newForm(scene);
  const server = await startServer(scene);
  const visitors = visitorsOf(server.url);
  let passedAt = 0;
  const memory = await highestMemory(server, async () => {
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const visiting = visitors.atRate(form, { perSecond: PER_SECOND, until: over.signal });
    await sleep(BEFORE_MS);
    treatAll(scene, { kind: 'hang' });
    await sleep(SILENT_MS);
    treatAll(scene, { kind: 'pass' });
    passedAt = performance.now();
    await expect.poll(() => backAfter(visitors.signUps, passedAt), { timeout: BACK_WITHIN_MS, interval: 250 }).toBeLessThan(BACK_WITHIN_MS);
    await sleep(AFTER_MS);
    over.abort();
    await visiting;
  });
  const { signUps } = visitors;
  const back = backAfter(signUps, passedAt);
  const note = `back after ${(back / 1_000).toFixed(1)} s, at most ${signUps.mostWaiting} waiting, ${Math.round(memory)} MB`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect(back).toBeLessThan(BACK_WITHIN_MS);
  expect(signUps.longestWaitMs()).toBeLessThan(LONGEST_WAIT_MS);
  expect(signUps.mostWaiting).toBeLessThan(MOST_WAITING + ON_THE_WAY);
  expect(memory).toBeLessThan(MEMORY_MB);
});

test('connections break again and again, in the middle of answers or before them', async (context) => {
  const scene = await openScene();
  const form = await newForm(scene);
  const server = await startServer(scene);
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: (CUTS * (CUT_MS + PAUSE_MS)) / 1_000 + 5 });
  for (let number = 0; number < CUTS; number += 1) {
    await sleep(PAUSE_MS);
    treatAll(scene, { kind: number % 2 === 0 ? 'cut' : 'lose' });
    await sleep(CUT_MS);
    treatAll(scene, { kind: 'pass' });
  }
  await visiting;
  expect(visitors.signUps.answeredWith('refused').length, 'sign-ups whose answer was lost').toBeGreaterThan(0);
  await expectNothingLost(context, { visitors, pool: scene.database.pool });
});
