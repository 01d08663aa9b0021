import { beforeEach, expect, test } from 'vitest';
import { ADD_EVENT_FAILED } from '#contract/texts/staff.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, leaveAndStay, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { fillIn } from '../support/new-event.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState });

let path = '';

beforeEach(async () => {
  await page.unrouteAll();
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  await buildEvent(db, seriesId, { title: 'Event 1', starts_at: '2050-01-10T09:00:00Z' });
  path = `/leadership-essentials/events-series/${seriesId}`;
  await page.goto(`${url}${path}/add`);
  await page.getByLabel('Title').waitFor();
});

const send = async () => page.getByRole('button', { name: 'Add Event' }).click();
const storedEvents = async () => db.selectFrom('events').selectAll().where('title', 'not like', 'Event %').execute();

test('ERR-3: a failure says so, nothing typed is lost, and trying again after a lost answer adds one event', async () => {
  const sending = Promise.withResolvers<void>();
  await page.route('**/event/add', async (route) => {
    await route.fetch();
    await sending.promise;
    await route.abort();
  });
  await fillIn(page);
  await send();
  await expect.poll(async () => page.getByRole('button', { name: 'Add Event' }).isDisabled()).toBe(true);
  await expectAccessibleViews(page);
  sending.resolve();
  await page.getByRole('alert').getByText(ADD_EVENT_FAILED).waitFor();
  await expectAccessibleViews(page);
  expect(await page.getByLabel('Title').inputValue()).toBe('Giving feedback that works');
  await page.unrouteAll();
  await send();
  await page.getByRole('article', { name: 'Giving feedback that works' }).waitFor();
  expect(await storedEvents()).toHaveLength(1);
});

test('USE-29: Undo deletes no event that a colleague has changed since', async () => {
  await fillIn(page);
  await send();
  await page.getByRole('article', { name: 'Giving feedback that works' }).waitFor();
  await db.updateTable('events').set({ version: 2 }).where('title', 'not like', 'Event %').execute();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectShown(page.getByText('It has been changed since. Delete it from its card.'));
  expect(await storedEvents()).toHaveLength(1);
});

test('SER-17: for a series that does not exist it says so instead of the form', async () => {
  await page.goto(`${url}/gone/events-series/019a0000-0000-7000-8000-000000000001/add`);
  await page.getByRole('alert').getByText('It may have been deleted, or the address is wrong.').waitFor();
  expect(await page.getByLabel('Title').count()).toBe(0);
});

test('errors of the server are shown at the field until it is corrected', async () => {
  await page.route('**/event/add', async (route) => {
    const errors = [{ path: 'copper_tag', message: 'No such tag' }];
    const problem = { type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'The input is invalid', errors };
    await route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' });
  });
  await fillIn(page);
  await page.getByRole('button', { name: 'More' }).click();
  const tag = page.getByLabel('Copper tag');
  await tag.fill('spring');
  await send();
  await page.getByRole('alert').getByText(`${ADD_EVENT_FAILED} No such tag`).waitFor();
  expect(await tag.getAttribute('aria-invalid')).toBe('true');
  await expectFocused(tag);
  await tag.fill('autumn');
  await page.unrouteAll();
  expect(await tag.getAttribute('aria-invalid')).not.toBe('true');
  await send();
  await expectShown(page.getByRole('article', { name: 'Giving feedback that works' }));
});

test('leaving asks first only if something was typed; Stay keeps it, Leave leaves', async () => {
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expectShown(page.getByRole('article', { name: 'Event 1', exact: true }));
  await page.getByRole('link', { name: 'Add Event' }).click();
  await page.getByLabel('Title').fill('Half a thought');
  await leaveAndStay(page, page.getByRole('link', { name: 'Cancel' }));
  expect(await page.getByLabel('Title').inputValue()).toBe('Half a thought');
  await page.evaluate(() => window.history.back());
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('article', { name: 'Event 1', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
});

test('USE-71: in the calendar arrows and Page Up and Down lead into other months', async () => {
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Date and time' });
  const focusedDay = async () => picker.locator('[data-day]:focus').getAttribute('data-day');
  const later = (from: string | null, days: number) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  let day = await focusedDay();
  for (const [key, days] of [...Array.from({ length: 6 }, () => ['ArrowDown', 7] as const), ['ArrowUp', -7], ['ArrowUp', -7]] as const) {
    await page.keyboard.press(key);
    day = later(day, days);
    await expect.poll(focusedDay).toBe(day);
  }
  await page.keyboard.press('PageDown');
  const [year = 0, month = 0] = (day ?? '').split('-').map(Number);
  await expect.poll(focusedDay).toContain(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7));
  await page.keyboard.press('PageUp');
  await expect.poll(focusedDay).toContain((day ?? '').slice(0, 7));
});

test('USE-76: a time is read as it is typed, as if it were pasted, and one that no day has changes nothing', async () => {
  await page.getByRole('button', { name: 'Date' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Date and time' });
  const [hours, minutes] = [picker.getByLabel('Hours'), picker.getByLabel('Minutes')];
  for (const [text, left] of [
    ['24:00', ':'],
    ['12:60', ':'],
  ] as const) {
    await hours.click();
    await page.keyboard.type(text);
    await expect.poll(async () => `${await hours.inputValue()}:${await minutes.inputValue()}`, { message: text }).toBe(left);
  }
  const typed = [
    ['9pm', '21:00'],
    ['9.30 pm', '21:30'],
    ['930PM', '21:30'],
    ['12 a.m.', '00:00'],
    ['2130', '21:30'],
    ['21h', '21:00'],
    ['14 Uhr 30', '14:30'],
    ['1:05', '01:05'],
    ['945', '09:45'],
    ['10noon', '10:45'],
  ] as const;
  for (const [text, time] of typed) {
    await hours.click();
    await page.keyboard.type(text);
    await expect.poll(async () => `${await hours.inputValue()}:${await minutes.inputValue()}`, { message: text }).toBe(time);
  }
  for (const text of ['24:00', '2400', '24:30', '25:00', '29', '12:60', '1275', '9:99', '960']) {
    await hours.click();
    await page.keyboard.type(text);
    expect([text, await hours.inputValue(), await minutes.inputValue()]).toEqual([text, '10', '45']);
  }
  await minutes.click();
  await page.keyboard.type('75');
  expect([await hours.inputValue(), await minutes.inputValue()]).toEqual(['10', '45']);
  await minutes.click();
  for (const key of ['5', 'CapsLock', 'p', 'm']) await page.keyboard.press(key);
  await expect.poll(() => hours.inputValue()).toBe('17');
  await page.keyboard.press('Escape');
});

test('EV-5, D7: the calendar opens at today in TIME_ZONE and marks it, wherever the viewer is', async () => {
  const [today = '', hour] = new Date().toLocaleString('sv', { timeZone: 'Europe/London' }).split(/[ :]/);
  // It is another day there: yesterday in the morning, and tomorrow in the afternoon.
  const far = await openPage(browser, { storageState, timezoneId: Number(hour) < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati' });
  await far.goto(`${url}${path}/add`);
  await far.getByRole('button', { name: 'Date', exact: true }).click();
  await expect.poll(() => far.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe(today);
  expect(await far.locator('[data-now]').evaluateAll((days) => days.map((day) => day.getAttribute('data-day')))).toEqual([today]);
});
