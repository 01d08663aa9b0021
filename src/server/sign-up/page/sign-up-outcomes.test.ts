import { beforeEach, expect, test } from 'vitest';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer({ PUBLIC_RATE_LIMIT: '12', DAILY_SIGN_UP_QUOTA: '1000' });

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(server.db);
});

async function readCounters(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const samples = [...text.matchAll(/^turnout_sign_ups_total\{outcome="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(samples.map(([, outcome = '', count]) => [outcome, Number(count)] as const));
}

/** The number of each outcome counted in the meantime. */
async function countedBy(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await readCounters();
  await work();
  const after = Object.entries(await readCounters());
  return Object.fromEntries(
    after.map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)] as const).filter(([, count]) => count > 0),
  );
}

const signUp = async (values: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.post(`/event_series/${seriesId}/submit`, newSignUp(values), { as: 'visitor', headers });

test('MON-1: each sign-up is counted by its outcome', async () => {
  const eventId = await buildEvent(server.db, seriesId);
  const key = { 'idempotency-key': 'the-same-key' };
  const person = { email: 'ada@example.com', events: [eventId] };
  const statuses: number[] = [];
  const counted = await countedBy(async () => {
    statuses.push((await signUp(person, key)).status, (await signUp(person, key)).status);
    statuses.push((await signUp({ ...person, email: 'not an address' })).status);
    statuses.push((await signUp({ ...person, email: 'ben@example.com' }, key)).status);
    statuses.push((await signUp(person)).status);
    statuses.push((await signUp({ ...person, [FORM_TOKEN_NAME]: 'forged' })).status);
  });
  expect(statuses).toEqual([200, 200, 422, 409, 429, 422]);
  expect(counted).toEqual({ stored: 1, repeated: 1, invalid: 1, key_reused: 1, limited: 1, spam: 1 });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^turnout_sign_ups_waiting 0$/m);
});

test('a posted form without JavaScript is counted too', async () => {
  const counted = await countedBy(async () => {
    const body = new URLSearchParams({ first_name: '', email: 'x' });
    const response = await fetch(`${server.url}/any-slug/events-series/${seriesId}/view`, { method: 'POST', body });
    expect(response.status).toBe(422);
  });
  expect(counted).toEqual({ invalid: 1 });
});
