import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState, reducedMotion: 'reduce' });

let seriesPath = '';
let eventId = '';

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  eventId = await buildEvent(db, seriesId, { title: 'Coaching skills', starts_at: '2030-03-07T09:30:00Z', venue: 'Town hall' });
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  await addAttendees(
    db,
    seriesId,
    [eventId],
    [
      { first_name: 'Zoe', last_name: 'Adams', organisation: 'Kestrel', answers: { diet: 'Vegan' } },
      { first_name: 'Amara', last_name: 'Nwosu', organisation: 'Oakfield' },
      { first_name: 'Bo', last_name: 'Lind', organisation: 'Oakfield' },
    ],
  );
  seriesPath = `${url}/leadership-essentials/events-series/${seriesId}`;
});

const printed = page.getByRole('table', { name: 'Attendees of Coaching skills' });
const names = async () => printed.locator('tbody td:nth-child(2)').allInnerTexts();

test('EXTRA-41, ATT-15: the list on paper has everyone who matches, by last name or by first name, with a box each, also from a dark screen', async () => {
  await page.goto(`${seriesPath}?event=${eventId}`);
  await page.getByRole('link', { name: 'Print list' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Coaching skills' }));
  await expectShown(page.getByText('Thu 7 Mar 2030, 09:30 GMT · Town hall · 3 attendees'));
  expect(await names()).toEqual(['Zoe Adams', 'Bo Lind', 'Amara Nwosu']);
  await page.getByRole('link', { name: 'By first name' }).click();
  await expect.poll(names).toEqual(['Amara Nwosu', 'Bo Lind', 'Zoe Adams']);
  await expectShown(page.getByRole('link', { name: 'By last name' }));
  const box = printed.locator('tbody td').first();
  expect(await box.isVisible()).toBe(false);
  await expectAccessibleViews(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(DESKTOP);
  const topBar = page.getByRole('banner').filter({ hasText: 'Turnout' });
  await expectShown(topBar);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.locator('body[data-printed]').count()).toBe(1);
  const ink = async () => page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).color);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ink).toBe('rgb(237, 237, 240)');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const announce = async (type: string) => page.evaluate((name) => window.dispatchEvent(new Event(name)), type);
  await announce('beforeprint');
  await announce('beforeprint');
  expect(await ink()).toBe('rgb(24, 24, 27)');
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await topBar.isVisible()).toBe(false);
  expect(await box.isVisible()).toBe(true);
  expect(await printed.getByText('Zoe Adams').evaluate((cell) => getComputedStyle(cell).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await announce('afterprint');
  await announce('afterprint');
  await expect.poll(ink).toBe('rgb(237, 237, 240)');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('link', { name: 'Leadership Essentials' }).first().click();
  await expectShown(page.getByRole('article', { name: 'Coaching skills' }));
});

test('EXTRA-41: search and filter apply on paper, and an empty list says so', async () => {
  await page.goto(`${seriesPath}?event=${eventId}&search=oakfield`);
  await page.getByRole('link', { name: 'Print list' }).click();
  await expectShown(page.getByText('2 attendees, filtered: ‘oakfield’'));
  expect(await names()).toEqual(['Bo Lind', 'Amara Nwosu']);
  await page.goto(`${seriesPath}/event/${eventId}/print?search=nobody`);
  await expectShown(page.getByText('Nobody to print'));
  await page.goto(`${seriesPath}/event/${eventId}/print?answers=${encodeURIComponent('{"diet":"Vegan"}')}`);
  await expectShown(page.getByText('1 attendee, filtered: Diet: Vegan'));
});

test('EXTRA-41: the parts of its line keep their order around a place in Arabic', async () => {
  await db.updateTable('events').set({ venue: 'القاعة 5' }).where('id', '=', eventId).execute();
  await page.goto(`${seriesPath}/event/${eventId}/print`);
  const parts = ['Thu 7 Mar 2030, 09:30 GMT', 'القاعة 5', '3 attendees'].map((part) => page.getByText(part, { exact: true }));
  const lefts = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.x ?? 0));
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('EXTRA-42: adding an attendee by mistake can be undone', async () => {
  await page.goto(`${seriesPath}?event=${eventId}`);
  await page.getByRole('button', { name: 'Add Attendee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add attendee to ‘Coaching skills’' });
  await dialog.getByLabel('First name').fill('Cy');
  await dialog.getByLabel('Last name').fill('Twombly');
  await dialog.getByLabel('Email').fill('cy@example.com');
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await expectShown(page.getByText('Added Cy Twombly.'));
  await expectShown(page.getByText('4 of 4 shown'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectShown(page.getByText('3 of 3 shown'));
  expect(await db.selectFrom('submissions').select('id').where('first_name', '=', 'Cy').execute()).toEqual([]);
});

test('EXTRA-42: an attendee who was sent a confirmation is not removed silently', async () => {
  await db.updateTable('forms').set({ email_from: 'a@example.com', email_subject: 'Hello', email_template: 'Welcome' }).execute();
  await page.goto(`${seriesPath}?event=${eventId}`);
  await page.getByRole('button', { name: 'Add Attendee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add attendee to ‘Coaching skills’' });
  await dialog.getByLabel('Last name').fill('Twombly');
  await dialog.getByLabel('Email').fill('cy@example.com');
  await dialog.getByLabel('Send the confirmation').check();
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await expectShown(page.getByText('Added Twombly.'));
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await db.deleteFrom('submissions').where('last_name', '=', 'Twombly').execute();
});

test.each([
  ['a sentence', 'Do you have any dietary requirements or allergies that we should know about before the day?', 'None, thank you'],
  ['300 letters', 'Which of these sessions '.repeat(12), 'word '.repeat(2_000)],
  ['one word', 'Q'.repeat(300), 'x'.repeat(10_000)],
])('a question of %s and its answer leave enough room for the names on paper', async (_kind, label, answer) => {
  await db.updateTable('form_fields').set({ label }).execute();
  await db
    .updateTable('submissions')
    .set({ answers: JSON.stringify({ diet: answer }) })
    .where('first_name', '=', 'Zoe')
    .execute();
  await page.context().addCookies([{ name: `screen-options-${seriesPath.split('/').at(-1)}`, value: 'diet', url }]);
  await page.goto(`${seriesPath}/event/${eventId}/print`);
  await printed.waitFor();
  await page.setViewportSize({ width: 720, height: 1_000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const widthOf = async (locator: typeof printed) => (await locator.boundingBox())?.width ?? 0;
  expect(await widthOf(printed)).toBeLessThanOrEqual(720);
  // Simulates ten more questions.
  for (const tr of await printed.locator('tr').all())
    await tr.evaluate((row) => Array.from({ length: 10 }, () => row.append(row.lastElementChild?.cloneNode(true) ?? '')));
  expect(Math.ceil(await widthOf(printed))).toBe(720);
  expect(await widthOf(printed.locator('tbody td:nth-child(2)').first())).toBeGreaterThan(75);
  expect(await printed.locator('th').last().innerText()).toBe(label.trim());
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(DESKTOP);
  await page.context().clearCookies({ name: /^screen-options/ });
});

test('EXTRA-41: on paper there are no buttons, on any page; the answers of a question are chosen for the paper on the page itself', async () => {
  await page.goto(`${seriesPath}?event=${eventId}`);
  await expectShown(page.getByRole('button', { name: 'Add Attendee' }));
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /^(?:Share|Settings|Add Attendee|More)$/ })
      .count(),
  ).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Print list' }).click();
  await page.getByRole('button', { name: 'Screen Options' }).click();
  await page.getByRole('checkbox', { name: 'Diet' }).click();
  await expectShown(printed.getByRole('columnheader', { name: 'Diet' }));
  await expectShown(printed.getByRole('cell', { name: 'Vegan' }));
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Screen Options' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.context().clearCookies();
});
