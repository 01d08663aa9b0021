import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, startServer, startStaff, visitorsOf } from './harness/scene.ts';

const SERVERS = 3;
const PEOPLE = 64;
const EDITS = 20;
const EDIT_MS = 2_000;
const PAUSE_MS = 500;

test('staff edit a series and its event while the visitors of three servers sign up for it', async (context) => {
  const scene = await openScene();
  // As on a slow disk: the next batch waits for the lock that the one before still holds.
  await scene.database.pool.query('alter system set commit_delay = 10000');
  await scene.database.pool.query('alter system set commit_siblings = 0');
  await scene.database.pool.query('select pg_reload_conf()');
  const form = await newForm(scene);
  const staff = await startStaff();
  const servers = await Promise.all(Array.from({ length: SERVERS }, async () => startServer(scene, { ...staff.settings, ROLES: 'web' })));
  const [first] = servers;
  const visitors = visitorsOf(first?.url ?? '');
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const visiting = servers.map(async ({ url }) => visitors.crowd(form, { people: PEOPLE, until: ending.signal, url }));
  const times: number[] = [];
  const path = `${first?.url}/api/event_series/${form.seriesId}`;
  for (let number = 0; number < EDITS; number += 1) {
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    const [url, body] =
      number % 2 === 0
        ? [`${path}/edit`, { title: `Series ${number}` }]
        : [`${path}/event/${form.eventId}/edit`, { event_title: `Event ${number}` }];
    await staff.post(url, body);
    times.push(performance.now() - startedAt);
  }
  ending.abort();
  await Promise.all(visiting);
  const slowest = Math.max(...times);
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note: `${EDITS} edits, the slowest ${Math.round(slowest)} ms` });
  expect(slowest).toBeLessThan(EDIT_MS);
});
