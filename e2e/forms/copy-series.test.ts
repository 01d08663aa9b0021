import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState, timezoneId: 'America/New_York', reducedMotion: 'reduce' });

let path = '';

beforeEach(async () => {
  await page.unrouteAll();
  await page.setViewportSize(DESKTOP);
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  await buildEvent(db, seriesId, { title: 'Leading through change', starts_at: '2030-03-07T09:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Coaching skills', starts_at: '2030-04-11T08:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Not decided yet', is_on_form: false });
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  path = `${url}/leadership-essentials/events-series/${seriesId}`;
  await page.goto(path);
});

const dialog = page.getByRole('dialog', { name: 'Copy ‘Leadership Essentials’' });
const dates = async () =>
  (await dialog.getByRole('listitem').allInnerTexts()).map((row) =>
    row
      .split('\n')
      .filter((part) => part !== '')
      .join(': '),
  );

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Copy Series…' }).click();
  await dialog.getByRole('listitem').first().waitFor();
}

const storedCopies = async () =>
  db
    .selectFrom('events')
    .innerJoin('forms', 'forms.id', 'events.form_id')
    .select(['forms.title as series', 'events.title', 'starts_at', 'is_on_form'])
    .where('forms.title', '!=', 'Leadership Essentials')
    .orderBy('starts_at')
    .execute();

test('CPY-13, CPY-14, CPY-17, USE-21: a series is copied with new dates, its page follows, and its events are shown together', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Copy Series…' }).waitFor();
  const items = await page.getByRole('menuitem').allInnerTexts();
  expect(items.indexOf('Copy Series…')).toBe(items.indexOf('Embed code…') + 1);
  await page.keyboard.press('Escape');
  await open();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Copy of Leadership Essentials');
  await expectShown(dialog.getByText('Sign-ups, mailings, door links, calendar IDs and join links are not copied.'));
  await expectShown(dialog.getByText('All (3)'));
  await dialog.getByText('On the form (2)').click();
  await dialog.getByLabel('Move dates by', { exact: true }).last().fill('52');
  await expect.poll(dates).toEqual(['Leading through change: Thu 6 Mar 2031, 09:30 GMT', 'Coaching skills: Thu 10 Apr 2031, 09:30 BST']);
  await expectAccessibleViews(page);
  await dialog.getByLabel('Title').fill('Leadership Essentials 2031');
  await dialog.getByRole('button', { name: 'Copy series' }).click();
  await expectShown(page.getByText('Copied ‘Leadership Essentials’: 2 events, 1 question.'));
  await expectShown(page.getByRole('heading', { level: 1, name: 'Leadership Essentials 2031' }));
  expect(new URL(page.url()).pathname).toMatch(/^\/leadership-essentials-2031\/events-series\/.*\/show-disabled-events$/);
  await expectShown(page.getByRole('article', { name: 'Coaching skills' }));
  expect((await storedCopies()).map((event) => [event.title, event.starts_at?.toISOString(), event.is_on_form])).toEqual([
    ['Leading through change', '2031-03-06T09:30:00.000Z', false],
    ['Coaching skills', '2031-04-10T08:30:00.000Z', false],
  ]);
  await page.getByRole('button', { name: 'Show all 2 on the form' }).click();
  await page.waitForURL(/\/leadership-essentials-2031\/events-series\/[^/]+$/);
  await expectShown(page.getByRole('article', { name: 'Coaching skills' }));
  expect((await storedCopies()).map(({ is_on_form: isOn }) => isOn)).toEqual([true, true]);
  await page.getByRole('alert').filter({ hasText: '2 events are on the form' }).getByRole('button', { name: 'Undo' }).click();
  await expectShown(page.getByText('No event is on the form'));
  expect((await storedCopies()).map(({ is_on_form: isOn }) => isOn)).toEqual([false, false]);
  await page.getByRole('link', { name: 'Events Hub' }).click();
  await expectShown(page.getByText('2 hidden events'));
});

test('CPY-14: the shift and the first day agree', async () => {
  await open();
  const first = dialog.getByRole('button', { name: 'First event on' });
  await dialog.getByLabel('Move dates by', { exact: true }).last().fill('-1');
  await expect.poll(async () => first.textContent()).toBe('Thu 28 Feb 2030');
  await first.click();
  await page.getByRole('dialog', { name: 'First event on' }).getByRole('button', { name: '26 February 2030' }).click();
  await expect.poll(async () => dialog.getByLabel('Move dates by', { exact: true }).last().inputValue()).toBe('-9');
  expect(await dialog.getByLabel('Days or weeks').inputValue()).toBe('days');
  await expect
    .poll(dates)
    .toEqual([
      'Leading through change: Tue 26 Feb 2030, 09:30 GMT',
      'Coaching skills: Tue 2 Apr 2030, 09:30 BST',
      'Not decided yet: No date',
    ]);
});

test('CPY-14: a shift into the past is marked and one beyond the calendar is refused at its field, on a phone too', async () => {
  await page.setViewportSize(PHONE);
  await open();
  await dialog.getByLabel('Move dates by', { exact: true }).last().fill('-500');
  await expectShown(dialog.getByText('In the past').first());
  await dialog.getByLabel('Move dates by', { exact: true }).last().fill('600');
  await dialog.getByRole('button', { name: 'Copy series' }).click();
  await expectShown(dialog.getByText('Please enter a whole number of weeks, at most 521'));
  await expectAccessibleViews(page);
  expect(await storedCopies()).toEqual([]);
});

test('CPY-14: a shift that the server refuses is reported once, at its field', async () => {
  await open();
  const errors = [{ path: 'shift_days', message: 'That is too far away' }];
  const problem = { type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'The input is invalid', errors };
  await page.route('**/copy', async (route) => route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }));
  await dialog.getByRole('button', { name: 'Copy series' }).click();
  await expectShown(dialog.getByText('That is too far away').first());
  expect(await dialog.getByText('That is too far away').count()).toBe(1);
});

test('CPY-14: nothing typed is lost when the copy fails, and the next attempt gives one series', async () => {
  await open();
  await dialog.getByText('None').click();
  await dialog.getByLabel('Title').fill('Once more');
  await page.route('**/copy', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Copy series' }).click();
  await expectShown(dialog.getByText('The server could not be reached.'));
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Copy series' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Once more' }));
  expect(await db.selectFrom('forms').select('title').where('title', '=', 'Once more').execute()).toHaveLength(1);
});

test('CPY-13, CPY-17: a marketing form is copied from its Settings menu, and its page follows', async () => {
  await db.deleteFrom('forms').execute();
  const formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
  await buildField(db, { form_id: formId }, { label: 'Team size' });
  await page.goto(`${url}/coaching-brochure/form/${formId}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Copy Form…' }).waitFor();
  const items = await page.getByRole('menuitem').allInnerTexts();
  expect(items.indexOf('Copy Form…')).toBe(items.indexOf('Edit Form') + 1);
  await page.getByRole('menuitem', { name: 'Copy Form…' }).click();
  const form = page.getByRole('dialog', { name: 'Copy ‘Coaching brochure’' });
  expect(await form.getByLabel('Title').inputValue()).toBe('Copy of Coaching brochure');
  await form.getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Copy form' }).click();
  await expectShown(form.getByText('Please enter a title'));
  await expectAccessibleViews(page);
  await form.getByLabel('Title').fill('Coaching brochure 2031');
  await form.getByRole('button', { name: 'Copy form' }).click();
  await expectShown(page.getByText('Copied ‘Coaching brochure’: 1 question.'));
  await expectShown(page.getByRole('heading', { level: 1, name: 'Coaching brochure 2031' }));
});
