import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { quantile } from '../bench/support/figures.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, startServer, visitorsOf } from './harness/scene.ts';
import { waitsOf } from './harness/sign-ups.ts';

const LOCKED_MS = 20_000;
const P99_MS = 1_000;

test('a series is locked for 20 seconds while people sign up for it and for another', async (context) => {
  const scene = await openScene();
  const [locked, other] = [await newForm(scene), await newForm(scene)];
  const server = await startServer(scene);
  const visitors = visitorsOf(server.url);
  const visiting = [
    visitors.atRate(locked, { perSecond: 20, seconds: 25 }),
    visitors.atRate(other, { perSecond: 200, seconds: 25 }),
  ] as const;
  await sleep(1_000);
  await scene.database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('event_series').select('id').where('id', '=', locked.seriesId).forUpdate().execute();
    await sleep(LOCKED_MS);
  });
  const [, others] = await Promise.all(visiting);
  const waits = waitsOf(others);
  const p99 = quantile(waits, 0.99);
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note: `p99 of the other series ${Math.round(p99)} ms` });
  expect(others.filter(({ answer }) => answer?.kind !== 'answered')).toEqual([]);
  expect(p99).toBeLessThan(P99_MS);
});
