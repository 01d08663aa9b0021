import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Theme } from '#contract/forms/public-face.ts';
import { fillSampleMail } from '#contract/rules/mail/sample-mail.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { buildSelfService } from '../self-service/self-service-screen.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { buildSampleSeries, startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();

const look = (part: Partial<Theme>): Theme => ({ accent: '#0f6b66', font: 'system', scheme: 'auto', logo: null, ...part });

const setLook = async (id: string, theme: Theme): Promise<void> => {
  await db
    .updateTable('forms')
    .set((eb) => ({ theme, form_version: eb('form_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** The least contrast of what the look colours: words with what lies behind them, and edges with both sides. */
async function leastContrast(page: Page): Promise<{ words: number; edges: number; count: number }> {
  return page.evaluate(() => {
    const channels = (colour: string): number[] => (/[\d.]+/g[Symbol.match](colour) ?? []).map(Number);
    const over = (top: string, below: number[]): number[] => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = channels(top);
      return [red, green, blue].map((channel, index) => channel * alpha + (below[index] ?? 0) * (1 - alpha));
    };
    const behind = (element: Element | null): number[] =>
      element === null ? [255, 255, 255] : over(getComputedStyle(element).backgroundColor, behind(element.parentElement));
    const luminance = (colour: number[]): number => {
      const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
        const value = channel / 255;
        return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: number[], other: number[]): number => {
      const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    const all = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);
    const words = all('main a, .button, .event:has(label > :checked) :not(input), .event:has(label > :checked), td a, td.d, .b a').map(
      (element) => contrast(channels(getComputedStyle(element).color), behind(element)),
    );
    const edges = all('.button:not(.plain), .event:has(label > :checked), input:checked, .card.offer, td.b').map((element) =>
      contrast(channels(getComputedStyle(element).borderTopColor), behind(element.parentElement)),
    );
    const marks = all('input:checked').map((element) =>
      contrast(channels(getComputedStyle(element, '::before').borderBottomColor), behind(element)),
    );
    return { words: Math.min(...words, ...marks), edges: Math.min(...edges), count: words.length + edges.length + marks.length };
  });
}

const mailOf = (theme: Theme): string =>
  fillSampleMail({
    kind: 'place',
    ...DEFAULT_MAILS.place,
    values: { SERIES: 'Leadership', FNAME: 'Maria', FROM: 'courses@harbour.example' },
    held: [
      {
        title: 'Day one',
        startsAt: '2050-01-12T09:30:00Z',
        endsAt: null,
        venue: 'Mill',
        venueAddress: '3 Mill Lane',
        joinUrl: 'https://meet.example',
      },
    ],
    waitedFor: undefined,
    hasSelfService: true,
    timeZone: 'Europe/London',
    letterhead: {
      name: 'Harbour Training',
      logo: null,
      privacyUrl: 'https://harbour.example/privacy',
      imprintUrl: null,
      accessibilityUrl: null,
      mapUrl: 'https://maps.example/?q={address}',
      theme,
    },
  }).html;

test(
  'FACE-14: fifty random accents have 4.5 : 1 and 3 : 1 on form, self-service page and in mails, in both schemes',
  { timeout: 240_000 },
  async () => {
    const [form, own] = [await buildSampleSeries(db), await buildSelfService(db)];
    await own.setStatus(own.events.coaching, 'offered');
    const page = await openPage(browser, { javaScriptEnabled: false, reducedMotion: 'reduce' });
    const accents = fc.sample(fc.integer({ min: 0, max: 0xff_ff_ff }), 47).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const expectReadable = async (what: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { words, edges, count } = await leastContrast(page);
        expect([what, colorScheme, words >= 4.5, edges >= 3, count > 5], `${words} ${edges} ${count}`).toEqual([
          what,
          colorScheme,
          true,
          true,
          true,
        ]);
      }
    };
    for (const accent of [...accents, '#000000', '#ffffff', '#f5f5dc']) {
      for (const id of [form.id, own.id]) await setLook(id, look({ accent }));
      await page.goto(`${product.url}${form.path}?events=${form.events.hybrid}`);
      await expectReadable(`${accent} on the form`);
      await page.goto(product.url + own.path);
      await expectReadable(`${accent} on the self-service page`);
      // The page's policy would apply to the mail, too.
      await page.goto('about:blank');
      await page.setContent(mailOf(look({ accent })));
      await expectReadable(`${accent} in a mail`);
    }
  },
);

test('FACE-13, FACE-15, FACE-16: the address overrides the scheme; forced colours and more contrast have neither accent nor custom boxes', async () => {
  const { id, path, events } = await buildSampleSeries(db);
  await setLook(id, look({ scheme: 'dark', font: 'serif' }));
  const page = await openPage(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
  const shown = async () =>
    page.evaluate(() => {
      const [button, box] = [document.querySelector('.button'), document.querySelector('input:checked')].map(
        (element) => element && getComputedStyle(element),
      );
      return [getComputedStyle(document.body).backgroundColor, button?.backgroundColor, box?.appearance];
    });
  const [light, dark] = ['rgb(245, 245, 248)', 'rgb(14, 14, 19)'];
  await page.goto(`${product.url}${path}?events=${events.hybrid}`);
  expect(await shown()).toEqual([dark, 'rgb(39, 122, 117)', 'none']);
  await page.goto(`${product.url}${path}?events=${events.hybrid}&theme=light`);
  expect(await shown()).toEqual([light, 'rgb(15, 107, 102)', 'none']);
  await page.emulateMedia({ contrast: 'more' });
  expect(await shown()).toEqual([light, 'rgb(79, 70, 229)', 'none']);
  await page.emulateMedia({ contrast: null, forcedColors: 'active' });
  expect((await shown()).at(-1)).toBe('auto');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).not.toContain('0f6b66');
});
