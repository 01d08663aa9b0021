import { beforeEach, expect, test } from 'vitest';
import { startFormProduct } from '../support/public-forms.ts';
import { visitSampleSeries } from '../support/public-visitor.ts';
import { expectAccessibleAround } from './embed-host.ts';

const visit = await visitSampleSeries({ reducedMotion: 'reduce' });
let demo = '';
beforeEach(() => {
  // The frames are served from `localhost`, which is another origin for the browser.
  const { running, series } = visit.now();
  demo = `${running.product.url.replace('localhost', '127.0.0.1')}/embed-demo?form=${series.path}`;
});

test('the demo of all ways to embed a form works as described, without console errors', async () => {
  const { page } = visit.now();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The demo includes one unknown form.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  await page.goto(demo);
  for (const section of await page.locator('section').all()) {
    await section.scrollIntoViewIfNeeded();
    const heading = await section.getByRole('heading').textContent();
    if (heading === 'Popup') await section.getByRole('link', { name: 'Sign up' }).click();
    const frame = (heading === 'Popup' ? page.locator('dialog') : section).frameLocator('iframe');
    const name = heading === 'No such form' ? "This form can't be found" : 'Spring leadership series 2027';
    await frame.getByRole('heading', { name, level: 1 }).waitFor();
    if (heading === 'Popup') await page.keyboard.press('Escape');
  }
  expect(complaints).toEqual([]);
  await expectAccessibleAround(page);
});

test('EMB-6: it may not be framed itself', async () => {
  const response = await fetch(demo);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('in production its address is like any unknown address', async () => {
  const { product } = await startFormProduct({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'turnout',
    ALLOWED_EMAIL_DOMAINS: 'example.com',
    SESSION_SECRET: 'a secret of tests, of thirty-two characters and more',
  });
  const textOf = async (path: string) => (await (await fetch(product.url + path)).text()).replaceAll(/nonce="[^"]*"|"[\w+/=-]{20,}"/g, '');
  expect(await textOf('/embed-demo')).toBe(await textOf('/no-such-page'));
  expect(await textOf('/embed-demo')).not.toContain('data-turnout-form');
  expect((await fetch(`${product.url}/embed.js`)).status).toBe(200);
});
