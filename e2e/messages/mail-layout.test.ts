import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailKind } from '#contract/registrations/mail-kind.ts';
import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import { fillSampleMail } from '#contract/rules/mail/sample-mail.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { openBrowser, openPage, PHONE } from '../support/browser.ts';

const browser = await openBrowser();

const event = (title: string): EventInMail => ({
  title,
  startsAt: '2050-01-12T09:30:00Z',
  endsAt: '2050-01-12T17:00:00Z',
  venue: 'Harbour House',
  venueAddress: '14 Quay Street\nBristol',
  joinUrl: 'https://meet.example/42',
});

/** Inverts each colour, as some mail programs do in the dark scheme. */
const invertColours = async (page: Page): Promise<void> =>
  page.evaluate(() => {
    const inverted = (colour: string) =>
      colour.replaceAll(/\d+, \d+, \d+/g, (channels) =>
        channels
          .split(', ')
          .map((channel) => 255 - Number(channel))
          .join(', '),
      );
    const computed = [...document.querySelectorAll<HTMLElement>('*')].map((element) => {
      const { color, backgroundColor, borderColor } = getComputedStyle(element);
      return { element, colours: Object.entries({ color, 'background-color': backgroundColor, 'border-color': borderColor }) };
    });
    for (const { element, colours } of computed)
      for (const [name, colour] of colours) element.style.setProperty(name, inverted(colour), 'important');
  });

test.each(['light', 'dark'] as const)(
  'FACE-45, FACE-53: in the %s scheme axe finds nothing, also with inverted colours, and no mail is wider than a phone',
  async (colorScheme) => {
    const page = await openPage(browser, { colorScheme, viewport: PHONE });
    for (const kind of mailKind.options) {
      const { html } = fillSampleMail({
        kind,
        ...DEFAULT_MAILS[kind],
        values: { SERIES: `Leadership ${'ohneTrennzeichen'.repeat(8)}`, FNAME: 'Maria', FROM: 'courses@harbour.example' },
        held: [event('Leading through change')],
        waitedFor: event('Coaching for results'),
        hasSelfService: true,
        timeZone: 'Europe/London',
        letterhead: {
          name: 'Harbour Training',
          logo: null,
          privacyUrl: 'https://harbour.example/privacy',
          imprintUrl: null,
          accessibilityUrl: null,
          mapUrl: 'https://maps.example/?q={address}',
        },
      });
      await page.setContent(html);
      const violations = await accessibilityViolations(page, [], { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
      expect([kind, violations]).toEqual([kind, []]);
      const { width, ground } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        ground: getComputedStyle(document.body).backgroundColor,
      }));
      expect([kind, width, ground]).toEqual([kind, PHONE.width, colorScheme === 'light' ? 'rgb(244, 244, 247)' : 'rgb(17, 17, 22)']);
      const button = await page
        .locator('.b a')
        .first()
        .boundingBox({ timeout: 1_000 })
        .catch(() => null);
      if (kind !== 'passed_on') expect(button?.height).toBeGreaterThanOrEqual(46);
      await invertColours(page);
      expect([kind, await accessibilityViolations(page, [], { runOnly: ['wcag2aa'] })]).toEqual([kind, []]);
    }
  },
);
