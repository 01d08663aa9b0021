import { expect, test } from 'vitest';
import { DESKTOP, expectShown, signIn } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { MARIA } from '../support/public-visitor.ts';
import { startServiceProduct } from '../support/service-product.ts';

const MOST_CLICKS = 11;
const MOST_FIELDS = 8;

const { browser, url, world } = await startServiceProduct();

/** Reports each click of the pointer, and each input that is typed into; hours and minutes are one. Enter clicks with `detail` 0. */
function watchHands(): void {
  const { report } = window as unknown as { report: (what: string) => void };
  const seen = new Set<Element>();
  document.addEventListener('click', (event) => event.isTrusted && event.detail > 0 && report('click'), true);
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'checkbox') return;
      const field = target.closest('[role="dialog"] [aria-label="Time"]') ?? target;
      if (!seen.has(field)) report('field');
      seen.add(field);
    },
    true,
  );
}

test(`USE-6, USE-62: from the sign-in to a sign-up seen with its mail in ${MOST_CLICKS} clicks and ${MOST_FIELDS} fields`, async () => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', timezoneId: 'Europe/London' });
  const hands: string[] = [];
  await context.exposeFunction('report', (what: string) => hands.push(what));
  await context.addInitScript(watchHands);
  const page = await context.newPage();
  const { keyboard } = page;
  await signIn(page, url, /Robin Hale/);

  await page.getByRole('button', { name: 'Add event series' }).click();
  await page.getByRole('checkbox', { name: 'Send a confirmation email', checked: true }).waitFor();
  await keyboard.type('Spring Breakfasts');
  await keyboard.press('Enter');

  await page.getByRole('link', { name: 'Add an event' }).click();
  await page.getByLabel('Title').focus();
  await keyboard.type('Leading through change');
  await page.getByRole('button', { name: 'Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Date and time' });
  // The calendar opens at today, whose last minute is still ahead in almost every run.
  await dialog.locator('button:focus').click();
  await expectFocused(dialog.getByLabel('Hours'));
  await keyboard.type('2359');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add Event' }).click();

  const [form] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open form' }).first().click()]);
  // The only event is chosen already.
  await form.getByRole('checkbox', { name: /Leading through change/, checked: true }).waitFor();
  await form.getByLabel('First name').focus();
  for (const text of Object.values(MARIA)) {
    await form.keyboard.type(text);
    await form.keyboard.press('Tab');
  }
  await form.getByLabel('Email', { exact: true }).press('Enter');
  await form.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
  await form.close();

  const card = page.getByRole('article', { name: 'Leading through change' });
  await card.getByRole('button', { name: /^More for/ }).click();
  await expectShown(page.getByRole('menuitem', { name: 'Delete' }));
  expect(await page.getByRole('menuitem', { name: 'Calendar' }).count(), 'USE-7: no link without a calendar').toBe(0);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Attendees', exact: true }).click();
  await card.getByRole('button', { name: 'Details of Maria Okafor' }).click();
  await expectShown(card.getByText('Email', { exact: true }).first());
  await expect.poll(() => world.smtp.mails[0]?.parsed.subject).toBe("You're signed up: Spring Breakfasts");

  expect(hands.filter((what) => what === 'click').length).toBeLessThanOrEqual(MOST_CLICKS);
  expect(hands.filter((what) => what === 'field').length).toBeLessThanOrEqual(MOST_FIELDS);
  expect(hands.length).toBeGreaterThan(MOST_CLICKS);
  await context.close();
}, 120_000);
