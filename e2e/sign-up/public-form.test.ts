import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import type { FormProduct, SampleSeries } from '../support/public-forms.ts';
import { fillPerson, fillSeriesForm, openForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';
import { holdRequests } from '../support/requests.ts';
import { translateNow } from '../support/translate.ts';

const visit = await visitSampleSeries();
const { open, submissions, brunchBox, focusedId } = visit;
let page: Page;
let series: SampleSeries;
let running: FormProduct;
beforeEach(() => {
  ({ page, series, running } = visit.now());
});

describe('when it can be sent', () => {
  test('PUB-18, PUB-30: an untouched form cannot, one with a single letter can', async () => {
    await open();
    expect(await sendButton(page).isDisabled()).toBe(true);
    await page.getByLabel('First name').fill('M');
    expect(await sendButton(page).isEnabled()).toBe(true);
  });

  test('PUB-31: a prefilled form can', async () => {
    await open('?first_name=Maria');
    expect(await sendButton(page).isEnabled()).toBe(true);
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
  });

  test('PUB-32: a closed form stays disabled with script, whatever is typed', async () => {
    await page.goto(`${running.product.url}/x/events-series/${await buildSeries(running.db)}/view`);
    await page.getByText('Signup events are currently closed for this event.').waitFor();
    await page.mouse.click(200, 300);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(1_000);
    expect(await sendButton(page).isDisabled()).toBe(true);
    expect(await page.getByLabel('First name').isDisabled()).toBe(true);
  });

  test('EXTRA-3: a single visible event is preselected, which does not count as touched', async () => {
    const id = await buildSeries(running.db);
    await buildEvent(running.db, id, { title: 'The only one' });
    await openForm(page, `${running.product.url}/x/events-series/${id}/view`);
    expect(await page.getByRole('checkbox', { name: /The only one/ }).isChecked()).toBe(true);
    expect(await sendButton(page).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /The only one/ }).uncheck();
    expect(await sendButton(page).isEnabled()).toBe(true);
  });

  test('EMB-3, PUB-31: it can be filled in before its script has loaded, which keeps what was typed', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/main-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(running.product.url + series.path);
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.getByLabel('First name').fill('Maria');
    await page.getByLabel('What would you like to learn?').fill('One\nTwo');
    await brunchBox().check();
    await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
    release();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please check 6 answers').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
    expect(await page.getByLabel('What would you like to learn?').inputValue()).toBe('One\nTwo');
    expect(await page.getByLabel('Brunch menu').inputValue()).toBe('Smoked salmon');
    // The script has checked the answers: nothing was posted, and no page loaded.
    expect(documents).toEqual([]);
  });

  test('EMB-3: a form that is sent before its script has loaded is sent by the script, and the click is visible immediately', async () => {
    const release = await holdRequests(page, '**/assets/main-*.js');
    await page.goto(running.product.url + series.path);
    await fillSeriesForm(page);
    await sendButton(page).click();
    expect(await page.locator('.form').getAttribute('style')).toBe('opacity: 0.5;');
    release();
    await page.getByRole('dialog', { name: 'Success!' }).waitFor();
    expect(await submissions()).toHaveLength(1);
    expect(await page.locator('.form').getAttribute('style')).toBe('');
  });

  test('a form that was posted without its slow script is not sent again by the script', async () => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && !request.url().endsWith('/track_views')) posts.push(new URL(request.url()).pathname);
    });
    const release = await holdRequests(page, '**/assets/main-*.js');
    await page.route(`**${series.path}`, async (route) => {
      if (route.request().method() === 'POST') {
        release();
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
      await route.continue();
    });
    await page.addInitScript(() => {
      document.addEventListener('turnout:hydrated', () => {
        sessionStorage.setItem('came', 'yes');
        setTimeout(() => document.querySelector<HTMLButtonElement>('.form > .button')?.click(), 300);
      });
    });
    await page.goto(running.product.url + series.path);
    await fillSeriesForm(page);
    await sendButton(page).click();
    await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('came'))).toBe('yes');
    expect(new Set(posts)).toEqual(new Set([series.path]));
    expect(await submissions()).toHaveLength(1);
  });

  test('when a network blocks its script, it is posted without', async () => {
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto(running.product.url + series.path);
    await fillSeriesForm(page);
    await page.waitForTimeout(2_000);
    await sendButton(page).click();
    await page.getByRole('heading', { name: 'Thank you, Maria' }).waitFor();
    expect(await submissions()).toHaveLength(1);
  });

  test('SLF-18: one that the browser has already translated keeps what was typed, and everything around it', async () => {
    await running.db.updateTable('forms').set({ self_service: true }).where('id', '=', series.id).execute();
    await page.route('**/assets/main-*.js', async (route) => {
      await page.getByLabel('First name').fill('Maria');
      await brunchBox().check();
      await translateNow(page);
      await route.continue();
    });
    await open();
    expect(await page.getByLabel('First name').inputValue()).toBe('Maria');
    expect(await brunchBox().isChecked()).toBe(true);
    expect(await sendButton(page).isEnabled()).toBe(true);
    const title = page.getByRole('heading', { level: 1, name: 'Spring leadership series 2027' });
    expect([await title.count(), await page.getByRole('link', { name: 'Get your link' }).count()]).toEqual([1, 1]);
    await page.context().close(); // React has logged the mismatch, as it should.
  });
});

describe('when answers are wrong', () => {
  test('VAL-1, VAL-2, VAL-9, VAL-12: all errors show, the first invalid field has the focus, the title says so', async () => {
    await open();
    await page.getByLabel('Phone number').fill('1');
    await sendButton(page).click();
    await page.getByRole('alert').getByText('Please check 8 answers').waitFor();
    expect(await focusedId()).toBe('first_name');
    expect(await page.title()).toBe('Error: Spring leadership series 2027 – Northfield Training');
    expect(await page.locator('.error').allTextContents()).toEqual([
      'Error: First name is required',
      'Error: Last name is required',
      'Error: Job title is required',
      'Error: Organisation is required',
      'Error: Email is required',
      'Error: Please select at least one event',
      'Error: This field is required',
      'Error: This field is required',
    ]);
    expect(await submissions()).toEqual([]);
  });

  test('VAL-2: sent again from an invalid field that already has the focus, it gets the focus again, so that screen readers read it', async () => {
    await open();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('First name').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('First name is required').waitFor();
    await page.evaluate(() => document.addEventListener('focusin', ({ target }) => (document.title += ` ${(target as Element).id}`)));
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.title()).toMatch(/ first_name$/);
  });

  test('VAL-2: the first invalid field is the first on the page, where the fields of an event are in its card above the others', async () => {
    await open();
    await fillPerson(page);
    await brunchBox().check();
    await sendButton(page).click();
    await page.getByRole('alert').getByText('Please check 3 answers').waitFor();
    expect(await focusedId()).toBe(await page.getByLabel('Brunch menu').getAttribute('id'));
    await page.getByLabel('Phone number').focus();
    await page.getByRole('link', { name: 'Please check 3 answers' }).click();
    expect(await focusedId()).toBe(await page.getByLabel('Brunch menu').getAttribute('id'));
    await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
    await sendButton(page).click();
    await page.getByRole('alert').getByText('Please check 2 answers').waitFor();
    expect(await focusedId()).toBe(await page.getByLabel('How did you hear about us?').getAttribute('id'));
  });

  test('VAL-3: an error disappears when its field is edited, and with the last one that of the title', async () => {
    await open();
    await fillSeriesForm(page, { Email: 'maria@', 'First name': '   ' });
    await sendButton(page).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByLabel('First name').fill('M');
    expect(await page.locator('.error').allTextContents()).toEqual(['Error: Please enter a valid email address']);
    expect(await page.getByRole('alert').textContent()).toBe('Please check one answer');
    await page.getByLabel('Email', { exact: true }).press('End');
    await page.keyboard.type('b');
    expect(await page.locator('.error').count()).toBe(0);
    expect(await page.getByText('Required unless marked optional.').isVisible()).toBe(true);
    expect(await page.title()).toBe('Spring leadership series 2027 – Northfield Training');
  });

  test('the summary links to the first invalid field, also when that is the choice of events', async () => {
    await open();
    await fillSeriesForm(page);
    await page.getByRole('checkbox', { name: /Leading hybrid teams/ }).uncheck();
    await sendButton(page).click();
    await page.getByText('Please select at least one event').waitFor();
    expect(await focusedId()).toBe('events');
    await page.getByLabel('Phone number').focus();
    await page.getByRole('link', { name: 'Please check one answer' }).click();
    expect(await focusedId()).toBe('events');
  });
});

describe('brunch fields', () => {
  test('PUB-4: appear with their event, and are announced', async () => {
    await open();
    expect(await page.getByLabel('Brunch menu').count()).toBe(0);
    await brunchBox().check();
    expect(await page.getByLabel('Brunch menu').isVisible()).toBe(true);
    expect(await page.getByRole('status').textContent()).toBe('Brunch menu added.');
  });

  test('PUB-5, PUB-6: disappear with it, with their value and error', async () => {
    await open();
    await fillSeriesForm(page);
    await brunchBox().check();
    await sendButton(page).click();
    expect(await page.getByRole('alert').textContent()).toBe('Please check one answer');
    await brunchBox().uncheck();
    expect(await page.getByRole('alert').count()).toBe(0);
    await brunchBox().check();
    await page.getByLabel('Brunch menu').selectOption('Smoked salmon');
    await brunchBox().uncheck();
    await brunchBox().check();
    expect(await page.getByLabel('Brunch menu').inputValue()).toBe('');
    await brunchBox().uncheck();
    await sendButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect(await submissions()).toMatchObject([{ answers: { 'how_did_you_hear_about_us?': 'A colleague' } }]);
    expect((await submissions())[0]!.answers).not.toHaveProperty('brunch_menu');
  });
});

test('PUB-7: a view is counted when the form loads, by a call without a body', async () => {
  const views = async () => running.db.selectFrom('view_counts').select('views').where('form_id', '=', series.id).execute();
  const calls: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/event_series/${series.id}/track_views`)) calls.push(request.method(), request.postData());
  });
  await page.goto(running.product.url + series.path);
  await expect.poll(views).toEqual([{ views: 1 }]);
  await page.reload();
  await expect.poll(views).toEqual([{ views: 2 }]);
  await expect.poll(() => calls).toEqual(['POST', null, 'POST', null]);
});

test('labels that are property names of forms work like others', async () => {
  const id = await buildSeries(running.db);
  await buildEvent(running.db, id);
  const labels = ['Submit', 'Reset', 'Action', 'Method', 'Elements', 'Children', 'Attributes', 'Parent', 'Name', 'Title', 'Done', 'Length'];
  for (const [position, label] of labels.entries()) await buildField(running.db, { form_id: id }, { label, position, is_required: true });
  await openForm(page, `${running.product.url}/x/events-series/${id}/view`);
  await fillPerson(page);
  await sendButton(page).click();
  await page.getByText(`Please check ${labels.length} answers`).waitFor();
  for (const label of labels) await page.getByLabel(label, { exact: true }).and(page.locator('input')).fill(label);
  await sendButton(page).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  const [row] = await running.db.selectFrom('submissions').select('answers').where('form_id', '=', id).execute();
  expect(new Set(Object.values(row!.answers))).toEqual(new Set(labels));
});
