import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleAround } from './embed-host.ts';
import { visitSampleSeries } from './public-visitor.ts';

const visit = await visitSampleSeries({ reducedMotion: 'reduce' });
let demo = '';
beforeEach(() => {
  // The frames come from `localhost`: to the browser, another origin.
  const { running, series } = visit.now();
  demo = `${running.product.url.replace('localhost', '127.0.0.1')}/embed-demo?form=${series.path}`;
});

test('the page that shows every way to embed a form works as it says, and nothing complains', async () => {
  const { page } = visit.now();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The one form that is not there.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  await page.goto(demo);
  for (const section of await page.locator('section').all()) {
    await section.scrollIntoViewIfNeeded();
    const heading = await section.getByRole('heading').textContent();
    if (heading === 'Popup') await section.getByRole('link', { name: 'Sign up' }).click();
    const frame = (heading === 'Popup' ? page.locator('dialog') : section).frameLocator('iframe');
    const name = heading === 'No such form' ? 'This form cannot be found' : 'Spring leadership series 2027';
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
