import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SEEN_ON } from '#contract/texts/setup.ts';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, openPage } from '../support/browser.ts';
import { focusedText } from '../support/focus.ts';
import { buildSampleSeries, type SampleSeries } from '../support/public-forms.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { serveHost } from './embed-host.ts';

// A separate product, since other files use up the ten new sites that one network may add in a day.
const { db, url, browser, open } = await startStaffProduct({ VISIT_REPORTS: 'true' });
const host = serveHost(() => url);

let page: Page;
let series: SampleSeries;

beforeEach(async () => {
  series = await buildSampleSeries(db);
  page = await open(series.path.replace(/\/view$/, ''), { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' });
});

const dialog = () => page.getByRole('dialog', { name: 'Embed ‘Spring leadership series 2027’' });
const settings = () => page.getByRole('button', { name: 'Settings' });
const clipboard = async (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

async function openDialog(): Promise<void> {
  await settings().click();
  await page.getByRole('menuitem', { name: 'Embed code…' }).click();
  await dialog().waitFor();
}

/** Clicks the label, since the radio itself is hidden. */
const choose = async (label: string): Promise<void> => dialog().getByText(label, { exact: true }).click();

describe('the embed dialog of a series', () => {
  test('EMB-8, EMB-21, FORM-4: offers a script first, and a frame with a title, for a light page, a dark one, or either', async () => {
    await openDialog();
    const code = dialog().locator('code');
    expect(await code.textContent()).toContain(`<script async src="${url}/embed.js"></script>`);
    await choose('Frame');
    expect(await code.textContent()).toBe(
      `<iframe\n  src="${url}${series.path}?embed=1&theme=light"\n  title="Spring leadership series 2027" width="100%" height="760"\n  style="border:0;color-scheme:light"\n></iframe>`,
    );
    await choose('Dark');
    expect(await code.textContent()).toContain('theme=dark"');
    expect(await code.textContent()).toContain('color-scheme:dark');
    await choose('Match device');
    expect(await code.textContent()).not.toContain('theme');
  });

  test('SET-8: lists the sites where the form was seen, new ones immediately, and old ones in grey', async () => {
    await openDialog();
    const sites = dialog().getByRole('region', { name: SEEN_ON });
    await sites.getByText('Not seen on another site yet').waitFor();
    const source = new URLSearchParams({ source_page: 'https://www.example.org/courses', _via: 'script' });
    const seen = await fetch(`${url}/api/event_series/${series.id}/track_views`, {
      method: 'POST',
      headers: { 'visit-source': String(source), 'user-agent': 'Firefox' },
    });
    expect(seen.status).toBe(200);
    await sites.getByText('www.example.org').waitFor();
    await db
      .insertInto('form_hosts')
      .values({ form_id: series.id, host: 'old.example.org', last_seen_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    await page.reload();
    await openDialog();
    const lines = sites.getByRole('listitem');
    await lines.nth(1).waitFor();
    expect(await lines.allInnerTexts()).toEqual([expect.stringContaining('www.example.org'), expect.stringContaining('old.example.org')]);
    const colours = await lines.evaluateAll((items) => items.map((item) => getComputedStyle(item).color));
    expect(colours[0]).not.toBe(colours[1]);
    await expectAccessibleViews(page);
  });

  test('FORM-5, FORM-6: Copy copies the code, says so, and is marked for two seconds', async () => {
    await openDialog();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('alert').getByText(CODE_COPIED).waitFor();
    expect(await clipboard()).toBe(await dialog().locator('code').textContent());
    await dialog().getByRole('button', { name: 'Copied' }).waitFor();
    await page.clock.runFor(1_900);
    expect(await dialog().getByRole('button', { name: 'Copied' }).count()).toBe(1);
    await page.clock.runFor(200);
    await dialog().getByRole('button', { name: 'Copy', exact: true }).waitFor();
  });

  test('when the browser refuses to copy, it says so, and the code can be copied by hand', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: async () => Promise.reject(new Error('no')) }),
    );
    await openDialog();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('alert').getByText('The code was not copied.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Copied' }).count()).toBe(0);
  });

  test('by keyboard it is opened from the menu and closed by Escape, which returns the focus to Settings', async () => {
    await settings().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Embed code…' }).focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await expect.poll(async () => focusedText(page)).toBe('Copy');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(async () => focusedText(page)).toBe('Settings');
  });

  test('axe finds nothing, and nothing is cut off', async () => {
    await openDialog();
    await expectAccessibleViews(page, { fits: true });
  });
});

test.each(['Frame', 'Script', 'Popup'])('EMB-9: the code copied as %s works where it is pasted', async (kind) => {
  await openDialog();
  await choose(kind);
  await dialog().getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('alert').getByText(CODE_COPIED).waitFor();
  host.show(await clipboard());
  const visitor = await openPage(browser);
  await visitor.goto(`${host.url()}/courses`);
  if (kind === 'Popup') {
    await visitor.locator('[aria-haspopup]').waitFor();
    await visitor.getByRole('link', { name: 'Sign up' }).click();
  }
  const frame = visitor.frameLocator('iframe[title="Spring leadership series 2027"]');
  await frame.locator('.form > .button:disabled').waitFor();
  expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe('Spring leadership series 2027');
});
