import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { quantile } from '../bench/support/figures.ts';
import { fill } from '../bench/support/volume.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, type Scene, startServer, startStaff, visitorsOf } from './harness/scene.ts';
import { type Form, waitsOf } from './harness/sign-ups.ts';

const SIGN_UPS = 300_000;
const ANSWERED_MS = 1_000;
/** What the visitor of the deleted series may be answered. */
const LONGEST_WAIT_MS = 5_000;
const GONE_MS = 120_000;
/** On a fast machine, where a usual answer takes 8 ms, nobody notices twice as much or four times. */
const UNNOTICED_MS = 50;
const POLL_INTERVAL_MS = 250;
const PER_SECOND = 200;
const USUAL_SECONDS = 15;

/** The number of rows of the series that are left, whether the product shows them or not. */
async function left({ database: { pool } }: Scene, { seriesId }: Form): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from submissions where form_id = $1', [seriesId]);
  return rows[0]?.count ?? 0;
}

test('a series of 300,000 is deleted while one visitor signs up for it, and others for another', async (context) => {
  const scene = await openScene();
  const [{ seriesId, eventIds }] = await fill(scene.embedded.url, { signUps: SIGN_UPS, chosen: 'array[1]', plan: { fields: [] } });
  const [doomed, other] = [{ seriesId, eventId: eventIds[0] ?? '' }, await newForm(scene)];
  const staff = await startStaff();
  const server = await startServer(scene, staff.settings);
  const [visitors, ofDoomed] = [visitorsOf(server.url), visitorsOf(server.url)];
  const usual = waitsOf(await visitors.atRate(other, { perSecond: PER_SECOND, seconds: USUAL_SECONDS }));

  const over = new AbortController();
  onTestFinished(() => over.abort());
  const meanwhile = visitors.atRate(other, { perSecond: PER_SECOND, until: over.signal });
  const repeated = ofDoomed.crowd(doomed, { people: 1, until: over.signal });
  const startedAt = performance.now();
  await staff.post(`${server.url}/api/event_series/${doomed.seriesId}/delete`);
  const answeredMs = performance.now() - startedAt;
  while ((await left(scene, doomed)) > 0 && performance.now() - startedAt < GONE_MS) await sleep(POLL_INTERVAL_MS);
  const goneMs = performance.now() - startedAt;
  over.abort();
  const waits = waitsOf(await meanwhile);
  await repeated;

  const [before, during] = [quantile(usual, 0.99), quantile(waits, 0.99)];
  const note = `answered in ${Math.round(answeredMs)} ms, gone in ${(goneMs / 1_000).toFixed(1)} s, p99 of the others ${before.toFixed(1)} and ${during.toFixed(1)} ms`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect(ofDoomed.signUps.longestWaitMs()).toBeLessThan(LONGEST_WAIT_MS);
  expect(answeredMs).toBeLessThan(ANSWERED_MS);
  expect(goneMs).toBeLessThan(GONE_MS);
  expect(await left(scene, doomed), 'rows of the series').toBe(0);
  expect(during).toBeLessThan(Math.max(2 * before, UNNOTICED_MS));
});
