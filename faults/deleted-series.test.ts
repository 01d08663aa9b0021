import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { quantile } from '../bench/support/figures.ts';
import { fill } from '../bench/support/volume.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { IN_FULL, newForm, openScene, type Scene, startServer, startStaff, visitorsOf } from './harness/scene.ts';
import { type Form, waitsOf } from './harness/sign-ups.ts';

/** The sign-ups of the hidden event, and of the deleted series; work in the background grows in proportion. */
const SIGN_UPS = IN_FULL ? 300_000 : 40_000;
const ANSWERED_MS = 1_000;
/** Limits of hiding and showing, of the delay for a visitor of the same series, and of the recount. */
const SHOWN_MS = 500;
const HELD_MS = 200;
const USUAL_MS = 3_000;
const COUNTED_MS = 30_000;
/** The longest wait allowed for the visitor of the deleted series. */
const LONGEST_WAIT_MS = 5_000;
const GONE_MS = 120_000;
/** On a fast machine, where an answer usually takes 8 ms, nobody notices two or four times that. */
const UNNOTICED_MS = 50;
const POLL_INTERVAL_MS = 250;
const PER_SECOND = 200;
const USUAL_SECONDS = 8;

/** How many rows of a table belong to the series, whether the product shows them or not. */
async function left({ database: { pool } }: Scene, { seriesId }: Form, table = 'submissions'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table} where form_id = $1`, [seriesId]);
  return rows[0]?.count ?? 0;
}

/** A series of very many sign-ups for its first event, whose second one a visitor chooses. */
async function openFilled() {
  const scene = await openScene();
  const [{ seriesId, eventIds }] = await fill(scene.embedded.url, {
    signUps: SIGN_UPS,
    chosen: 'array[1]',
    address: `'n' || number`,
    plan: { fields: [] },
  });
  const staff = await startStaff();
  const server = await startServer(scene, staff.settings);
  const form = { seriesId, eventId: eventIds[1] ?? '' };
  const over = new AbortController();
  onTestFinished(() => over.abort());
  return { scene, staff, server, form, full: eventIds[0], over, ofForm: visitorsOf(server.url) };
}

test(`REL-23: an event of ${SIGN_UPS} is hidden and shown while people sign up for its series`, async (context) => {
  const { scene, staff, server, form, full, over, ofForm } = await openFilled();
  const meanwhile = ofForm.crowd(form, { people: 4, until: over.signal });
  await sleep(USUAL_MS);
  const usual = ofForm.signUps.longestWaitMs();
  const notes: string[] = [];
  for (const isShown of [false, true]) {
    const startedAt = performance.now();
    await staff.post(`${server.url}/api/event_series/${form.seriesId}/event/${full}/edit`, { show_on_form: isShown });
    const answeredMs = performance.now() - startedAt;
    while ((await left(scene, form, 'recounts')) > 0 && performance.now() - startedAt < COUNTED_MS) await sleep(POLL_INTERVAL_MS);
    const countedMs = performance.now() - startedAt;
    notes.push(`${isShown ? 'shown' : 'hidden'} in ${Math.round(answeredMs)} ms, counted in ${(countedMs / 1_000).toFixed(1)} s`);
    expect(answeredMs).toBeLessThan(SHOWN_MS);
    expect(countedMs).toBeLessThan(COUNTED_MS);
  }
  over.abort();
  await meanwhile;
  const note = `${notes.join(', ')}, longest wait before ${Math.round(usual)}, then ${Math.round(ofForm.signUps.longestWaitMs())} ms`;
  await expectNothingLost(context, { visitors: ofForm, pool: scene.database.pool, note });
  expect(ofForm.signUps.longestWaitMs()).toBeLessThan(HELD_MS + usual);
});

test(`a series of ${SIGN_UPS} is deleted while one visitor signs up for it, and others for another`, async (context) => {
  const { scene, staff, server, form: doomed, over, ofForm: ofDoomed } = await openFilled();
  const [other, visitors] = [await newForm(scene), visitorsOf(server.url)];
  const usual = waitsOf(await visitors.atRate(other, { perSecond: PER_SECOND, seconds: USUAL_SECONDS }));

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
