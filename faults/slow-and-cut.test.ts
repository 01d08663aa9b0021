import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, startServer, treatAll, visitorsOf } from './harness/scene.ts';

const DELAY_MS = 300;
const LONGEST_WAIT_MS = 5_000;
const CUTS = 20;
const CUT_MS = 50;
const PAUSE_MS = 450;

test('each answer of the database comes 300 ms late', async (context) => {
  const scene = await openScene();
  const form = await newForm(scene);
  const server = await startServer(scene);
  const visitors = visitorsOf(server.url);
  await visitors.signUp(form);
  treatAll(scene, { kind: 'delay', ms: DELAY_MS / 2 }); // In each direction.
  await visitors.atRate(form, { perSecond: 300, seconds: 15 });
  const longest = visitors.signUps.longestWaitMs();
  treatAll(scene, { kind: 'pass' });
  await visitors.atRate(form, { perSecond: 300, seconds: 5 });
  await expectNothingLost(context, { visitors, pool: scene.database.pool });
  expect(visitors.signUps.answeredWith('refused')).toEqual([]);
  expect(longest).toBeLessThan(LONGEST_WAIT_MS);
});

test.for(['cut', 'lose'] as const)('connections break again and again: %s', async (kind, context) => {
  const scene = await openScene();
  const form = await newForm(scene);
  const server = await startServer(scene);
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: (CUTS * (CUT_MS + PAUSE_MS)) / 1_000 + 5 });
  for (let number = 0; number < CUTS; number += 1) {
    await sleep(PAUSE_MS);
    treatAll(scene, { kind });
    await sleep(CUT_MS);
    treatAll(scene, { kind: 'pass' });
  }
  await visiting;
  expect(visitors.signUps.answeredWith('refused').length, 'sign-ups whose answer was lost').toBeGreaterThan(0);
  await expectNothingLost(context, { visitors, pool: scene.database.pool });
});
