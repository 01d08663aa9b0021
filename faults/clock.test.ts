import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startOutsideWorld } from '#server/testing/services/outside-world.ts';
import { ASKS_FOR_ALL, atRest } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openScene, startServer, startStaff, visitorsOf } from './harness/scene.ts';
import type { Form } from './harness/sign-ups.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('./harness/shifted-clock.mjs', import.meta.url));
const PEOPLE = 100;
/** The least time in which a person fills in the form. */
const FILLING_IN_MS = 2_500;

async function tokenOf(url: string, { seriesId }: Form): Promise<string> {
  const page = await fetch(`${url}/spring-training/events-series/${seriesId}/view`);
  const token = /name="_stamp" value="([^"]+)"/.exec(await page.text())?.[1];
  if (token === undefined) throw new Error('The page has no token');
  return token;
}

test.for([10_000, -10_000])('the clock of one of two servers is off by %i ms', async (offMs, context) => {
  const scene = await openScene();
  const world = await startOutsideWorld();
  onTestFinished(world.close);
  const staff = await startStaff();
  const form = await newForm(scene, ASKS_FOR_ALL);
  const settings = { ...world.settings, ...staff.settings };
  const right = await startServer(scene, settings);
  const wrong = await startServer(scene, { ...settings, NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`, CLOCK_OFF_MS: String(offMs) });
  const visitors = visitorsOf(right.url);
  const visits = [
    [right, wrong],
    [wrong, right],
    [wrong, wrong],
  ] as const;
  const visiting = visits.flatMap(([shows, takes]) =>
    Array.from({ length: PEOPLE }, async () => {
      const token = await tokenOf(shows.url, form);
      await sleep(FILLING_IN_MS);
      await visitors.signUp(form, { url: takes.url, further: { _stamp: token } });
    }),
  );
  await Promise.all(visiting);
  const me = await fetch(`${wrong.url}/api/me`, { headers: staff.headers });
  expect(me.status, 'staff who are signed in').toBe(200);
  await atRest(scene.database.db, 60_000);
  const { slack, smtp, copper } = world;
  await expectNothingLost(context, {
    visitors,
    pool: scene.database.pool,
    note: `${slack.messages.length} messages, ${smtp.mails.length} mails`,
  });
  const all = visits.length * PEOPLE;
  expect({ messages: slack.messages.length, mails: smtp.mails.length, leads: copper.leads.length }).toEqual({
    messages: all,
    mails: 2 * all,
    leads: all,
  });
});
