import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { parseConfig } from '#server/config/config.ts';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { createLimits } from './limits.ts';
import { type Limit, shareOnce } from './period-counts.ts';

const WITHOUT_TOKEN = 3;
const PER_DAY = 6;
const settings = { PUBLIC_RATE_LIMIT: String(3 * WITHOUT_TOKEN), DAILY_SIGN_UP_QUOTA: String(PER_DAY) };
const server = await createSignUpPageServer(settings);
const { db } = server;

let formId = '';
beforeEach(async () => {
  formId = await buildMarketingForm(db);
});

const withToken = () => ({
  [FORM_TOKEN_NAME]: createFormToken({ secret: TEST_SECRET, form: { kind: 'marketing', id: formId }, now: Date.now() - 5_000 }),
});
const submit = async (values = {}) => server.post(`/form/${formId}/submit`, newSignUp(values), { as: 'visitor' });

/** A new minute would reset the count. */
function stayInOneMinute(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 60_000) });
  onTestFinished(() => void vi.useRealTimers());
}

async function statusesOf(times: number, values: () => object = () => ({})): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await submit(values())).status);
  return statuses;
}

test('SEC-4: calls of the API without a form token have a lower limit per minute, with a message and Retry-After', async () => {
  stayInOneMinute();
  expect(await statusesOf(WITHOUT_TOKEN)).toEqual([200, 200, 200]);
  const refused = await submit();
  expect([refused.status, refused.body.detail]).toEqual([429, 'Too many sign-ups through the API. Please try again in a minute.']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await submit(withToken())).status).toBe(200);
  formId = await buildMarketingForm(db);
  expect((await submit()).status).toBe(200); // Each form separately.
});

test('SPAM-6: many people of one network may load a page at once, since the views that it reports are counted separately', async () => {
  stayInOneMinute();
  const visit = async () => {
    const page = await fetch(`${server.url}/x/form/${formId}/view`);
    return [page.status, (await server.post(`/form/${formId}/track_views`, {}, { as: 'visitor' })).status];
  };
  for (let visitor = 0; visitor < 3 * WITHOUT_TOKEN; visitor += 1) expect(await visit()).toEqual([200, 200]);
  expect(await visit()).toEqual([429, 429]);
});

test('SEC-5: a network has a daily quota of sign-ups per form; further ones are refused with a message, and staff see it', async () => {
  expect(await statusesOf(PER_DAY, withToken)).toEqual(Array.from({ length: PER_DAY }, () => 200));
  const refused = await submit(withToken());
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('tomorrow')]);
  const day = 86_400;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(day - (Date.now() % (day * 1_000)) / 1_000 - 60);
  const page = `${server.url}/white-paper/form/${formId}/view`;
  const posted = await fetch(page, { method: 'POST', body: new URLSearchParams({ first_name: 'Adaline' }) });
  expect([posted.status, (await posted.text()).includes('Adaline')]).toEqual([429, true]);
  await expect
    .poll(
      async () => (await db.selectFrom('blocked_submissions').select(['form_id', 'tries']).execute()).filter(({ tries }) => tries >= 2),
      {
        timeout: 10_000,
      },
    )
    .toEqual([{ form_id: formId, tries: 2 }]);
});

test('SEC-37: feedback and lost links have the same quota for each network, list and series', async () => {
  const limited = await createSignUpPageServer({ DAILY_SIGN_UP_QUOTA: String(PER_DAY) }, {}, server);
  const { id } = (await server.post('/website-feedback/add', { title: 'Website' })).body.data;
  const seriesId = await buildSeries(db, { self_service: true });
  const sendFeedback = async () => (await limited.post(`/website-feedback/${id}/submit`, { rating: 5 }, { as: 'visitor' })).status;
  const askForLink = async () => {
    const body = new URLSearchParams({ email: 'ada@example.com' });
    const answer = await fetch(`${limited.url}/x/events-series/${seriesId}/link`, { method: 'POST', body });
    return [answer.status, (await answer.text()).includes('tomorrow')];
  };
  for (let call = 0; call < PER_DAY; call += 1) {
    expect(await sendFeedback()).toBe(200);
    expect(await askForLink()).toEqual([200, false]);
  }
  expect(await sendFeedback()).toBe(429);
  expect((await askForLink())[0]).toBe(429);
  expect((await limited.post(`/form/${formId}/submit`, newSignUp(withToken()), { as: 'visitor' })).status).toBe(200);
});

test('SEC-5: all servers share the quota for the whole day, in addition to the limits per minute', async () => {
  const config = parseConfig(settings);
  const [one, two] = [createLimits(config), createLimits(config)];
  const noon = Date.UTC(2026, 4, 1, 12);
  const share = async (limit: Limit, now: number) => shareOnce({ ...limit, max: PER_DAY, db, now: () => now });
  for (let call = 0; call < PER_DAY; call += 1) one.daily.counts.add('day x', noon);
  await share(one.daily, noon);
  one.withoutToken.counts.add('without token x', noon + 3_600_000);
  await share(one.withoutToken, noon + 3_600_000);
  two.daily.counts.add('day x', noon + 7_200_000);
  await share(two.daily, noon + 7_200_000);
  expect(two.daily.counts.add('day x', noon + 7_200_000)).toBe(PER_DAY + 2);
  expect(two.daily.counts.add('day x', noon + 12 * 3_600_000)).toBe(1);
});
