import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { fillSeriesForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

const visit = await visitSampleSeries();
const ELSEWHERE = 'https://elsewhere.example/thanks';
const WARNING = 'You are being taken to elsewhere.example.';
let page: Page;

beforeEach(async () => {
  ({ page } = visit.now());
  await page.route('https://elsewhere.example/**', async (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
  );
});

async function signUp(redirectTo: string): Promise<void> {
  await visit.open(`?redirectTo=${encodeURIComponent(redirectTo)}`);
  await fillSeriesForm(page);
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
}

test('SEC-10: the success dialog names the host of a redirect that is not ours, and the redirect follows', async () => {
  await signUp(ELSEWHERE);
  expect(await page.getByRole('dialog').textContent()).toContain(WARNING);
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
  expect(page.url()).toBe(ELSEWHERE);
});

test('SEC-10: a visitor can choose to stay, and gets a link', async () => {
  await signUp(ELSEWHERE);
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForTimeout(2_000);
  expect(new URL(page.url()).pathname).toBe(visit.now().series.path);
  expect(await page.getByRole('link', { name: 'Continue to elsewhere.example' }).getAttribute('href')).toBe(ELSEWHERE);
});

test('SEC-10: a host under a domain of the company is not named', async () => {
  await page.route('https://www.example.com/**', async (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Ours</h1>' }));
  await signUp('https://www.example.com/thanks');
  await page.getByRole('button', { name: 'Close' }).waitFor();
  expect(await page.getByRole('dialog').textContent()).not.toContain('taken');
  await page.getByRole('heading', { name: 'Ours' }).waitFor();
});

test.each([
  "javascript:document.body.textContent='moved'",
  '//elsewhere.example/',
  'data:text/html,moved',
  'https://good@elsewhere.example/',
])('EMB-10: redirectTo=%s is ignored, and the page stays', async (address) => {
  await signUp(address);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(visit.now().series.path);
  await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
  expect(await page.getByRole('link', { name: /Continue/ }).count()).toBe(0);
});
