import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildField, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessible } from '../support/browser.ts';
import { expectFocused, focusedText } from '../support/focus.ts';
import { buildSampleMarketingForm } from '../support/public-forms.ts';
import { fillSeriesForm, openForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

const visit = await visitSampleSeries({ reducedMotion: 'reduce' });
const { open, submissions } = visit;
let page: Page;
beforeEach(() => {
  ({ page } = visit.now());
});

const urlOf = (path: string): string => visit.now().running.product.url + path;

describe.each(['light', 'dark'] as const)('axe finds nothing, in the %s scheme,', (colorScheme) => {
  beforeEach(async () => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }));

  test('in a form that is untouched, filled in, invalid, being sent, failed, and done', async () => {
    await open();
    await expectAccessible(page);
    await page.getByLabel('First name').fill('M');
    await page.getByRole('checkbox', { name: /Brunch: coaching/ }).check();
    await expectAccessible(page);
    await sendButton(page).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await fillSeriesForm(page);
    await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
    await page.route('**/submit', (route) => route.abort());
    await sendButton(page).click();
    await page.getByText('Error – There was an error').waitFor();
    await expectAccessible(page);
    await page.getByText('Your last attempt failed').waitFor();
    await expectAccessible(page);
    await page.unroute('**/submit');
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expectAccessible(page);
  });

  test('in a closed form, a marketing form and a page of an unknown form', async () => {
    const closed = await buildSeries(visit.now().running.db);
    const marketing = await buildSampleMarketingForm(visit.now().running.db);
    for (const path of [`/x/events-series/${closed}/view`, marketing.path, '/x/form/nonsense/view']) {
      await page.goto(urlOf(path));
      await expectAccessible(page);
    }
  });
});

test('by keyboard alone: from the first field to the confirmation', async () => {
  await open();
  const type = async (text: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  for (const text of ['Maria', 'Okafor', 'Head of Learning', 'Brightwater', 'maria@brightwater.example']) await type(text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await type('Smoked');
  await page.keyboard.press('Tab');
  await type('0123 456');
  await type('A colleague');
  await type('Listening');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(async () => focusedText(page)).toBe('Close');
  await page.keyboard.press('Escape');
  await expectFocused(page.getByRole('region', { name: 'Thank you, Maria' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectFocused(page.getByLabel('First name'));
  expect(await submissions()).toMatchObject([
    {
      first_name: 'Maria',
      answers: {
        brunch_menu: 'Smoked salmon',
        phone_number: '0123 456',
        'how_did_you_hear_about_us?': 'A colleague',
        'what_would_you_like_to_learn?': 'Listening',
        i_have_read_the_house_rules: true,
      },
    },
  ]);
});

test.each([320, 390, 1_440])('at %i pixels nothing is cut off or scrolls sideways, in any state', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  const { running, series } = visit.now();
  await buildField(running.db, { form_id: series.id }, { label: 'ohneTrennzeichen'.repeat(6), type: 'checkbox' });
  const options = ['Short', 'A long option that is read in full '.repeat(4).trim()];
  await buildField(running.db, { form_id: series.id }, { label: 'Track', type: 'select', options });
  await open();
  const track = page.getByLabel('Track');
  const heightOf = async () => (await track.boundingBox())?.height ?? 0;
  const before = await heightOf();
  await track.selectOption(options[1]!);
  expect(await heightOf()).toBeGreaterThan(before + 20);
  const isWide = async () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWide()).toBe(false);
  await page.getByRole('checkbox', { name: /Brunch: coaching/ }).check();
  await sendButton(page).click();
  await page.getByRole('alert').waitFor();
  expect(await isWide()).toBe(false);
  await fillSeriesForm(page);
  await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
  await sendButton(page).click();
  await page.getByRole('dialog').waitFor();
  expect(await isWide()).toBe(false);
});

test('one-line errors do not move the form', async () => {
  await open();
  const place = async () => page.locator('.form > .button').evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await page.getByLabel('Phone number').fill('1');
  await sendButton(page).click();
  await page.getByRole('alert').waitFor();
  expect(await place()).toBe(before);
});

test('EMB-7, EMB-18: a view is counted once, with a new key every time', async () => {
  const { running, series } = visit.now();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/track_views')) keys.push(request.headers()['idempotency-key']);
  });
  const views = async () =>
    (await running.db.selectFrom('view_counts').select('views').where('form_id', '=', series.id).execute()).map((row) => row.views);
  await open();
  await expect.poll(views).toEqual([1]);
  await open();
  await expect.poll(views).toEqual([2]);
  expect(new Set(keys).size).toBe(2);
});

test('EMB-4: there are no requests to other hosts, layout shifts or console errors, and the page is light', async () => {
  const { running, series } = visit.now();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openForm(page, urlOf(series.path));
  expect(requests.filter((url) => new URL(url).origin !== running.product.url && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);

  const gz = (text: string): number => gzipSync(text, { level: 9 }).length;
  const html = await (await fetch(urlOf(series.path))).text();
  const scriptUrl = requests.find((url) => url.endsWith('.js'))!;
  const script = gz(await (await fetch(scriptUrl)).text());
  const early = gz(/<script>(.*?)<\/script>/s.exec(html)![1]!);
  const KB = 1_000;
  expect(gz(html) + script).toBeLessThanOrEqual(85 * KB);
  expect(early).toBeLessThanOrEqual(3 * KB);
});

test('with reduced motion nothing moves or fades', async () => {
  await open();
  await page.getByRole('checkbox', { name: /Brunch: coaching/ }).check();
  const moving = async () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return !/^0s(?:, 0s)*$/.test(transitionDuration) || animationName !== 'none';
        })
        .map(({ className }) => className),
    );
  expect(await moving()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving()).toContain('more');
});

test('on paper the text is dark, also in a dark scheme', async () => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await open('?theme=dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(27, 27, 36)');
});

test('hovering and focusing leave the texts readable in forced colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open();
  await page.getByRole('checkbox', { name: /Leading hybrid teams/ }).check();
  const outline = await page
    .locator('.event')
    .first()
    .evaluate((card) => getComputedStyle(card).outlineStyle);
  expect(outline).toBe('solid');
  await expectAccessible(page);
});
