import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import type { FileChooser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectShown, openBrowser, openPage } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startProduct } from '../support/product.ts';
import { type KeyboardUser, keyboardUser } from './keyboard.ts';

const { url, stop } = await startProduct();
afterAll(stop);
const browser = await openBrowser();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function signIn(page: Page, user: KeyboardUser): Promise<void> {
  await page.goto(url);
  const opens = page.waitForEvent('popup');
  await user.open(button(page, 'Sign in with your work account'));
  const popup = await opens;
  const account = popup.getByRole('button', { name: /Robin Hale/ });
  await account.waitFor();
  for (let stops = 0; stops < 20 && !(await account.evaluate((element) => element === document.activeElement)); stops += 1) {
    await popup.keyboard.press('Tab');
  }
  await popup.keyboard.press('Enter');
  await page.waitForURL(`${url}/home`);
}

async function makeSeries(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(button(page, 'Add event series'));
  await page.getByRole('dialog', { name: 'New event series' }).waitFor();
  await user.tabTo(field(page, 'Title'));
  await user.type('Leadership Essentials');
  await user.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Leadership Essentials' }));
}

async function addEvent(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(link(page, 'Add Event'));
  await page.getByRole('heading', { level: 1, name: 'Add event' }).waitFor();
  await expectFocused(field(page, 'Title'));
  await user.type('Coaching skills');
  await user.open(button(page, 'Date'));
  const picker = page.getByRole('dialog', { name: 'Date and time' });
  const days = picker.locator('td').getByRole('button');
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-GB', { dateStyle: 'long' }));
  await expectFocused(picker.getByRole('button', { name: today, exact: true }));
  await user.open(picker.getByRole('button', { name: 'Next month' }));
  await user.press('Enter'); // Twice, since the next month can show today in its first week, and Tab would lead to that day.
  await user.tabTo(days.first());
  const aWeekLater = (await days.nth(7).getAttribute('aria-label')) ?? '';
  await user.press('ArrowDown', 'Enter');
  await user.tabTo(picker.getByLabel('Hours'));
  await user.type('09');
  await user.tabTo(picker.getByLabel('Minutes'));
  await user.type('30');
  await expectShown(picker.getByText('Use', { exact: true }));
  await user.open(picker.getByRole('button', { name: 'Use this date and time' }));
  await expectFocused(button(page, 'Date'));
  await user.press('Enter');
  await expectFocused(picker.getByRole('button', { name: aWeekLater, exact: true }));
  await user.press('Escape');
  await user.tabTo(field(page, 'Venue'));
  await user.type('Harbour House');
  await user.open(button(page, 'Add Event'));
  await expectShown(page.getByRole('article', { name: 'Coaching skills' }));
}

async function buildForm(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(link(page, 'Modify Form'), 'back');
  for (const label of ['Dietary needs', 'Team size']) {
    await user.tabTo(page.getByRole('form', { name: 'Add New Field' }).getByLabel('Label'), 'back');
    await user.type(label);
    await user.press('Enter');
    await page.getByRole('button', { name: `Drag ${label}` }).waitFor();
  }
  await user.tabTo(button(page, 'Drag Team size'));
  await user.press('Space');
  const said = page.locator('[id^="DndLiveRegion"]');
  await expect.poll(async () => said.textContent()).toBe('Team size, position 2 of 2.');
  // The sortable list reacts shortly after its announcement; at the top another key press moves nothing.
  await expect
    .poll(async () => {
      await user.press('ArrowUp');
      return said.textContent();
    })
    .toBe('Team size, position 1 of 2.');
  await user.press('Space');
  await expect
    .poll(async () => page.locator('[data-field]').getByRole('heading').allTextContents())
    .toEqual(['Team size', 'Dietary needs']);
  await user.press('ControlOrMeta+S');
  await expectShown(page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }));
}

async function addAttendee(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(link(page, 'Events'), 'back');
  await user.open(button(page, 'Add Attendee'));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (const [name, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Marsh'],
    ['Email', 'ada@kestrel.example'],
  ] as const) {
    await user.tabTo(dialog.getByLabel(name));
    await user.type(text);
  }
  await user.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function importFile(page: Page, user: KeyboardUser): Promise<void> {
  // Listens from here on, since the browser passes on its file dialog only some time after a listener is added.
  const chooser = new Promise<FileChooser>((resolve) => void page.once('filechooser', resolve));
  await user.open(button(page, 'Upload CSV'));
  const dialog = page.getByRole('dialog');
  // The dialog takes the focus shortly after it opens, even from an element reached by a quick Tab.
  await expect.poll(async () => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await user.tabTo(dialog.getByLabel('Choose a CSV file'));
  await user.press('Enter');
  const rows = ['first_name,last_name,email', 'Owen,Reed,owen@import.example', 'Mina,Cole,mina@import.example'];
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await user.open(dialog.getByRole('button', { name: /^Check 2/ }));
  await user.open(dialog.getByRole('button', { name: /^Add 2/ }));
  await dialog.getByText('Imported ‘').waitFor();
  await user.open(dialog.getByRole('button', { name: 'Close' }).last());
  await dialog.waitFor({ state: 'detached' });
}

async function findAttendee(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(button(page, /^Attendees/));
  const table = page.getByRole('table', { name: 'Attendees of Coaching skills' });
  await table.waitFor();
  await user.press('/');
  await user.type('marsh');
  await expectShown(page.getByText('1 of 1 shown'));
  await user.open(button(page, 'Details of Ada Marsh'));
  await expectShown(page.getByText('ada@kestrel.example').last());
}

async function exportFile(page: Page, user: KeyboardUser): Promise<void> {
  await user.tabTo(button(page, 'Export'), 'back');
  await user.press('Enter');
  await expectFocused(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
  await user.tabTo(page.getByRole('radio', { name: 'Excel' }), 'back');
  await user.press('ArrowRight');
  await user.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
  const comes = page.waitForEvent('download');
  await user.press('Enter');
  const text = fs.readFileSync(await (await comes).path(), 'utf8');
  for (const address of ['ada@kestrel.example', 'owen@import.example', 'mina@import.example']) expect(text).toContain(address);
}

async function editAttendee(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(link(page, 'Edit Event'));
  const cell = page
    .getByRole('row')
    .filter({ has: page.locator('input[value="Ada"]') })
    .getByLabel(/^Organisation/);
  await user.tabTo(cell);
  await user.type('Kestrel Housing');
  await user.press('ControlOrMeta+S');
  await expectShown(page.getByText(SAVE_SUCCEEDED));
  await user.open(link(page, 'Leadership Essentials'), 'back');
}

async function deleteAttendee(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(button(page, /^Attendees/));
  await user.open(button(page, 'Details of Owen Reed'));
  await user.open(button(page, 'Delete Submission'));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await user.open(dialog.getByRole('button', { name: /^Delete/ }));
  await dialog.waitFor({ state: 'detached' });
  await expectShown(page.getByText('2 of 2 shown'));
}

async function signOut(page: Page, user: KeyboardUser): Promise<void> {
  await user.open(button(page, 'Account of Robin Hale'), 'back');
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await user.press('ArrowUp', 'Enter');
  await expectShown(button(page, 'Sign in with your work account'));
}

test('USE-38: the main tasks can be done by keyboard alone, with a visible focus at every stop', async () => {
  const page = await openPage(browser, { reducedMotion: 'reduce' });
  const user = keyboardUser(page);
  const tasks = [
    signIn,
    makeSeries,
    addEvent,
    buildForm,
    addAttendee,
    importFile,
    findAttendee,
    exportFile,
    editAttendee,
    deleteAttendee,
    signOut,
  ];
  for (const task of tasks) await task(page, user);
  expect(page.url()).toBe(`${url}/`);
}, 180_000);
