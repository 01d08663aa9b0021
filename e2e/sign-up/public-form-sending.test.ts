import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { buildSampleMarketingForm, type FormProduct } from '../support/public-forms.ts';
import { fillPerson, fillSeriesForm, openForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

const visit = await visitSampleSeries();
const { open, submissions, brunchBox, focusedId } = visit;
let page: Page;
let running: FormProduct;
beforeEach(() => {
  ({ page, running } = visit.now());
});

describe('when it worked', () => {
  test('PUB-19, ERR-6, FACE-34: a dialog for three seconds, then an empty form and a confirmation that stays', async () => {
    await open('?utm_source=news');
    await fillSeriesForm(page);
    await brunchBox().check();
    await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
    await page.getByLabel('I need step-free access').check();
    const sentAt = Date.now();
    await sendButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Success!' });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("Your details have been submitted successfully. We'll get back to you shortly.");
    expect(await dialog.textContent()).toContain('You have a place at: Leading hybrid teams, Brunch: coaching for results');
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
    // A closed dialog is hidden before it is removed, and the form empty.
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(Date.now() - sentAt).toBeGreaterThan(3_000);
    expect(Date.now() - sentAt).toBeLessThan(9_000);
    expect(await page.getByLabel('First name').inputValue()).toBe('');
    expect(await brunchBox().isChecked()).toBe(false);
    expect(await sendButton(page).isDisabled()).toBe(true);
    const confirmation = page.getByRole('region', { name: 'Thank you, Maria' });
    await expectFocused(confirmation);
    expect(await confirmation.getByRole('listitem').allTextContents()).toEqual([
      'Leading hybrid teamsTuesday 12 January 2055, 09:30\u00a0GMT',
      'Brunch: coaching for resultsFriday 22 January 2055, 11:00\u00a0GMT',
    ]);
    expect(await submissions()).toMatchObject([
      {
        first_name: 'Maria',
        accepts_marketing: false,
        answers: { brunch_menu: 'Smoked salmon', 'i_need_step-free_access': true, i_have_read_the_house_rules: true },
        source: { utm_source: 'news' },
      },
    ]);
  });

  test('FACE-38: another person signs up on the same page, with organisation and events, but no address', async () => {
    await open();
    await fillSeriesForm(page);
    await sendButton(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Sign up another person' }).click();
    expect(await focusedId()).toBe('first_name');
    const typed = async (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect([await typed('Email'), await typed('First name'), await typed('Job title')]).toEqual(['', '', '']);
    expect([await typed('Organisation'), await page.getByRole('checkbox', { name: /Leading hybrid teams/ }).isChecked()]).toEqual([
      'Brightwater Housing',
      true,
    ]);
    await fillSeriesForm(page, { 'First name': 'Grace' });
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('heading', { name: 'Thank you, Grace', includeHidden: true }).waitFor();
    expect((await submissions()).map(({ first_name }) => first_name)).toEqual(['Maria', 'Grace']);
  });

  test('SPAM-1: a honeypot that a form filler has filled is shown with what to do, stays until it is empty, and the next attempt works', async () => {
    await open();
    const honeypot = page.getByLabel('Leave this field empty');
    expect(await page.locator('[inert]').getByLabel('Leave this field empty').count()).toBe(1);
    await honeypot.evaluate((input: HTMLInputElement) => (input.value = 'https://example.com'));
    await fillSeriesForm(page);
    await sendButton(page).click();
    await expectFocused(honeypot);
    expect(await page.locator('[inert]').count()).toBe(0);
    await page.getByText('Please empty this field. Your browser may have filled it in.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    expect(await honeypot.inputValue()).toBe('https://example.co');
    await honeypot.fill('');
    await sendButton(page).click();
    await page.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(await submissions()).toHaveLength(1);
  });

  test('PUB-9, PUB-26, FACE-38: a marketing form with content to download, which the thank-you note replaces', async () => {
    const form = await buildSampleMarketingForm(running.db);
    await openForm(page, running.product.url + form.path);
    await fillPerson(page, { Email: 'maria@' });
    await page.getByLabel('Team size').selectOption('11 to 50');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('Invalid email address').waitFor();
    await page.getByLabel('Email', { exact: true }).fill('maria@brightwater.example');
    const posted = page.waitForRequest('**/api/form/*/submit');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await posted).postDataJSON()).toMatchObject({ first_name: 'Maria', team_size: '11 to 50', accepts_marketing: false });
    await page.getByRole('dialog').getByText('Check your inbox.').waitFor();
    await page.getByRole('region', { name: 'Thank you, Maria' }).waitFor();
    expect(await page.locator('form').count()).toBe(0);
    expect(await running.db.selectFrom('submissions').select('answers').where('form_id', '=', form.id).execute()).toEqual([
      { answers: { team_size: '11 to 50' } },
    ]);
  });

  test.each(['pointer', 'focus'])('PUB-11: values that a browser filled in without an event are noticed at %s', async (by) => {
    await open();
    await page.getByLabel('First name').evaluate((input: HTMLInputElement) => {
      input.value = 'Maria';
    });
    expect(await sendButton(page).isDisabled()).toBe(true);
    if (by === 'pointer') await page.getByLabel('Job title').hover();
    else await page.getByLabel('Job title').focus();
    await expect.poll(async () => sendButton(page).isEnabled()).toBe(true);
  });

  test('PUB-11: the button of a marketing form is disabled with script, until something changes and while it is sent', async () => {
    const { path } = await buildSampleMarketingForm(running.db);
    expect(await (await fetch(running.product.url + path)).text()).toContain('<button type="submit" class="button">');
    await openForm(page, running.product.url + path);
    expect(await sendButton(page).isDisabled()).toBe(true);
    await page.getByLabel('First name').fill('M');
    expect(await sendButton(page).isEnabled()).toBe(true);
    await fillPerson(page);
    await page.getByLabel('Team size').selectOption('11 to 50');
    const held = Promise.withResolvers<void>();
    let posts = 0;
    await page.route('**/api/form/*/submit', async (route) => {
      posts += 1;
      await held.promise;
      await route.continue();
    });
    await sendButton(page).click();
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    expect(await sendButton(page).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    held.resolve();
    await page.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(posts).toBe(1);
  });

  test('PUB-20: the page is redirected after 1.5 seconds, and back on it the form is empty', async () => {
    const target = `${running.product.url}/healthz`;
    await open(`?redirectTo=${encodeURIComponent(target)}`);
    await fillSeriesForm(page);
    const sentAt = Date.now();
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForURL(target);
    expect(Date.now() - sentAt).toBeGreaterThan(1_500);
    // Otherwise the form would be sent again.
    await page.goBack();
    await page.locator('html[data-live]').waitFor();
    expect([await page.getByLabel('Email', { exact: true }).inputValue(), await sendButton(page).isDisabled()]).toEqual(['', true]);
  });
});

describe('when it failed', () => {
  test('ERR-5: a marketing form has its own message, keeps what was typed and can be sent again', async () => {
    const form = await buildSampleMarketingForm(running.db);
    await openForm(page, running.product.url + form.path);
    await fillPerson(page);
    await page.getByLabel('Team size').selectOption('11 to 50');
    await page.context().setOffline(true);
    await sendButton(page).click();
    const banner = page.getByRole('alert');
    await banner.waitFor();
    expect(await banner.textContent()).toBe('Error: There was an error submitting your form. Please try again');
    await banner.waitFor({ state: 'detached' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
    await page.context().setOffline(false);
    await sendButton(page).click();
    await page.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(await running.db.selectFrom('submissions').select('id').where('form_id', '=', form.id).execute()).toHaveLength(1);
  });

  test('EXTRA-4, PUB-17, PUB-21, PUB-22, ERR-4: offline it says so for three seconds, keeps what was typed and can be sent again', async () => {
    await open();
    await fillSeriesForm(page);
    await page.context().setOffline(true);
    const sentAt = Date.now();
    await sendButton(page).click();
    const banner = page.getByRole('alert').getByText('Error – There was an error submitting your form. Please try again');
    await banner.waitFor();
    await page.getByText('Your last attempt failed. Please try again.').waitFor();
    expect(await banner.count()).toBe(0);
    expect(Date.now() - sentAt).toBeGreaterThan(3_000);
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('maria.okafor@brightwater.example');
    await page.context().setOffline(false);
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByText('Your last attempt failed').count()).toBe(0);
    expect(await submissions()).toHaveLength(1);
  });

  test('VAL-16: changes by staff while the page was open are shown once it is refused, with what was typed', async () => {
    const { db } = running;
    const { id } = visit.now().series;
    await open();
    await fillSeriesForm(page);
    await db
      .updateTable('form_fields')
      .set({ options: JSON.stringify(['A friend', 'The news']) })
      .where('form_id', '=', id)
      .where('label', '=', 'How did you hear about us?')
      .execute();
    await db.updateTable('form_fields').set({ is_required: true }).where('form_id', '=', id).where('label', '=', 'Phone number').execute();
    await db.updateTable('forms').set({ form_version: 2 }).where('id', '=', id).execute();
    await sendButton(page).click();
    const select = page.getByLabel('How did you hear about us?');
    await expect.poll(async () => select.locator('option').allTextContents()).toEqual(['Choose one', 'A friend', 'The news']);
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
    await select.selectOption('A friend');
    await page.getByLabel('Phone number').fill('1');
    await sendButton(page).click();
    await page.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(await submissions()).toMatchObject([{ first_name: 'Maria', answers: { phone_number: '1' } }]);
  });

  test('an attempt whose answer was lost is repeated without a second sign-up', async () => {
    await open();
    await fillSeriesForm(page);
    await page.route('**/submit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sendButton(page).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/submit');
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect(await submissions()).toHaveLength(1);
  });

  test('PUB-17: while it is sent nothing can be changed or sent twice, and the focus stays', async () => {
    await open();
    await fillSeriesForm(page);
    let posts = 0;
    await page.route('**/submit', async (route) => {
      posts += 1;
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await page.getByLabel('Phone number').press('Enter');
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    expect(await page.getByLabel('First name').isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    expect(await page.getByRole('status').textContent()).toBe('Sending…');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    expect(posts).toBe(1);
  });

  const replaceToken = async (madeAt: number) =>
    page.locator('input[name="_stamp"]').evaluate((input: HTMLInputElement, time) => {
      input.value = `${time.toString(36)}.another1.RqR9n4iHwJW-iWTWRUTLr2PYxDArGpaNd2iNEFhGdP0`;
    }, madeAt);

  test('EXTRA-1, REL-13: a page that was open overnight renews its form token before it sends, and is accepted immediately', async () => {
    await open();
    await fillSeriesForm(page);
    await replaceToken(Date.now() - 26 * 3_600_000);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/submit')) statuses.push(response.status());
    });
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect(statuses).toEqual([200]);
    expect(await submissions()).toHaveLength(1);
  });

  test('SPAM-2, SPAM-5: a page whose form token is refused gets a new one, and the next attempt is accepted', async () => {
    await open();
    await fillSeriesForm(page);
    await replaceToken(Date.now() - 60_000);
    await sendButton(page).click();
    await page.getByRole('alert').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="_stamp"]')?.value.includes('another1') === false,
    );
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect(await submissions()).toHaveLength(1);
  });
});
