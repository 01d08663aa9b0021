import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '#server/registrations/links.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { DESKTOP, expectAccessible, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildPublicPage, drawCover, type PublicPage } from '../support/public-pages.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();

let series: PublicPage;
beforeAll(async () => {
  series = await buildPublicPage(db, await drawCover(browser));
});

const VIEWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['at 1,440 pixels', { viewport: DESKTOP }],
  ['at 768 pixels, dark', { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' }],
  ['on a phone, dark', { viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true }],
  ['at 320 pixels', { viewport: { width: 320, height: 568 } }],
  // A window of 1,280 by 1,024 pixels at 400 % zoom.
  ['at 400 % zoom', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
  ['in forced colours', { viewport: DESKTOP, forcedColors: 'active' }],
  ['without script', { viewport: DESKTOP, javaScriptEnabled: false }],
];

interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Records elements that move in a page although nobody has touched it. */
async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        // Picture sizes are whole pixels, so the height reserved for one may be off by one, or a little more after rounding.
        const moved = sources.filter(({ previousRect: from, currentRect: to }) => Math.abs(from.y - to.y) >= 2 || from.x !== to.x);
        if (!hadRecentInput)
          shifts.push(...moved.map(({ node, previousRect, currentRect }) => JSON.stringify([node?.nodeName, previousRect, currentRect])));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
}

const isWide = async (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const fold = (page: Page, title: string) => page.locator('summary', { hasText: `About this event: ${title}` });

test.each(VIEWS)('FACE-19, FACE-23, FACE-29: a public page is read %s', async (_name, options) => {
  const page = await openPage(browser, options);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const hasScript = options.javaScriptEnabled !== false;
  await watchShift(page);
  await page.goto(product.url + series.path);
  await page.getByRole('img', { name: 'Cranes above the harbour' }).evaluate(async (cover: HTMLImageElement) => cover.decode());
  if (hasScript) await page.locator('.form > .button:disabled').waitFor();
  const [about, form] = [await page.locator('.about').boundingBox(), await page.locator('.sheet').boundingBox()];
  const isBeside = form!.x >= about!.x + about!.width;
  expect([isBeside, form!.y >= about!.y + about!.height]).toEqual(options.viewport!.width > 1024 ? [true, false] : [false, true]);
  expect(await page.getByRole('link', { name: 'Sign up', exact: true }).isVisible()).toBe(!isBeside);
  if (hasScript) expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  await fold(page, 'Coaching for results').click();
  await page.getByText('Ask more, tell less.').waitFor();
  expect((await fold(page, 'Coaching for results').boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect([await isWide(page), problems]).toEqual([false, []]);
  if (hasScript) await expectAccessible(page);
});

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('FACE-19: a public page with text of twice the size fits %s', async (_name, viewport) => {
  const page = await openPage(browser, { viewport });
  await openForm(page, product.url + series.path);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await fold(page, 'Coaching for results').click();
  expect(await isWide(page)).toBe(false);
  await expectAccessible(page);
});

test('FACE-19, FACE-29: what the form is about stays in view next to it, and cards omit the place that the facts name', async () => {
  const page = await openPage(browser, { viewport: DESKTOP });
  const cards = page.locator('.event').getByText('Harbour House');
  const show = async (venues: readonly string[]) => {
    const id = await buildSeries(db, { title: 'Days', description: 'By the water.' });
    for (const [day, venue] of venues.entries()) await buildEvent(db, id, { starts_at: `2050-01-1${day}T09:00:00Z`, venue });
    await page.goto(`${product.url}/days/events-series/${id}/view`);
  };
  await show(Array.from({ length: 9 }, () => 'Harbour House'));
  await page.locator('.facts').getByText('Harbour House').waitFor();
  expect([await cards.count(), await cards.first().isVisible()]).toEqual([9, false]);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(title!.y).toBeGreaterThan(0);
  expect(title!.y).toBeLessThan(DESKTOP.height / 4);
  await show(['Harbour House', 'Castle']);
  expect(await cards.first().isVisible()).toBe(true);
});

test('FACE-30: opening event details does not choose the event; they stay open through errors and a reset, and are in the page once', async () => {
  const page = await openPage(browser);
  await openForm(page, product.url + series.path);
  const box = page.getByRole('checkbox', { name: /Giving feedback/ });
  await fold(page, 'Giving feedback').click();
  const words = page.getByText('Practise it on real cases.');
  await words.waitFor();
  expect(await box.isChecked()).toBe(false);
  await page.getByLabel('First name').fill('M');
  await sendButton(page).click();
  await page.getByRole('alert').filter({ hasText: 'Please check' }).waitFor();
  await fold(page, 'Giving feedback').focus();
  await fillPerson(page);
  await box.check();
  expect([await words.isVisible(), await words.count()]).toEqual([true, 1]);
  await sendButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Sign up another person' }).click();
  await page.getByLabel('First name').waitFor();
  expect([await words.isVisible(), await words.count(), await box.isChecked()]).toEqual([true, 1, true]);
});

test('FACE-30: on paper event details are read without being opened', async () => {
  const page = await openPage(browser);
  await page.goto(product.url + series.path);
  const words = page.getByText('Practise it on real cases.');
  expect(await words.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await words.isVisible()).toBe(true);
});

const HOSTILE = '</script><img src=x onerror="document.title=1">';

describe.each([
  ['markup', HOSTILE],
  ['words from right to left', 'سلسلة القيادة للمديرين الجدد'],
  ['a title of 200 characters without a gap', 'W'.repeat(200)],
])('FACE-4, FACE-20, FACE-32: a colleague writes %s', (_name, words) => {
  test('everywhere, without executing anything, and fits a phone', async () => {
    const speaker = { id: crypto.randomUUID(), name: words.slice(0, 80), role: words.slice(0, 120), picture: null };
    const texts = { title: words, description: `${words}\n\n- [${words}](https://x.example/)\n- ${words}` };
    const id = await buildSeries(db, { ...texts, self_service: true, speakers: JSON.stringify([speaker]) });
    const event = { ...texts, price: words.slice(0, 120), venue: words, venue_address: words, speakers: [speaker.id] };
    const first = await buildEvent(db, id, { ...event, starts_at: '2055-01-12T09:30:00Z' });
    await buildEvent(db, id, { ...event, starts_at: '2055-01-13T09:30:00Z', price: null });
    const form = await buildMarketingForm(db, texts);
    const page = await openPage(browser, { viewport: PHONE });
    for (const path of [`/x/events-series/${id}/view`, `/x/events-series/${id}/view?embed=1`, `/x/form/${form}/view`]) {
      await openForm(page, product.url + path);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.title()).toContain(words);
      expect(await page.locator('img').count()).toBe(0);
      expect(await isWide(page)).toBe(false);
    }
    const own = `/registration/${await createToken(db, await buildSignUp(db, { form_id: id }, { events: [first], awaiting_fan_out: false }))}`;
    for (const path of [own, `${own}/cancel?event=${first}`]) {
      await page.goto(product.url + path);
      await page.getByText(words).first().waitFor();
      expect([await page.locator('img').count(), await isWide(page)]).toEqual([0, false]);
    }
    await page.goto(`${product.url}/x/events-series/${id}/view`);
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data!)['@graph'][0]).toMatchObject({ name: words, performer: [{ name: speaker.name }] });
    const direction = words.startsWith('س') ? 'rtl' : 'ltr';
    expect(
      await page
        .locator('.text p')
        .first()
        .evaluate((paragraph) => getComputedStyle(paragraph).direction),
    ).toBe(direction);
  });
});

test('FACE-26: search engines get rules that let them in, instead of a page', async () => {
  const response = await fetch(`${product.url}/robots.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('User-agent: *\nAllow: /\n');
});
