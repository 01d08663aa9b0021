import { Buffer } from 'node:buffer';
import type { FileChooser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { chooseMore, expectShown } from '../support/browser.ts';
import { noMailbox, notInChannel } from '../support/failed-steps.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees, buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';
import { type KeyboardUser, keyboardUser } from './keyboard.ts';

const { db, world, open } = await startServiceProduct();
let series: PicturedSeries;
let page: Page;
let user: KeyboardUser;

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
});

async function start(path: string): Promise<void> {
  page = await open(path, { reducedMotion: 'reduce' });
  user = keyboardUser(page);
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = () => page.getByRole('dialog').last();

/** Presses its keys until the page reacts. */
async function openSearch(): Promise<void> {
  await expect
    .poll(async () => {
      await user.press('ControlOrMeta+K');
      return dialog().count();
    })
    .toBe(1);
  await expectFocused(dialog().getByRole('combobox'));
}

test('STATE-6: after the only event was deleted the focus is on the heading', async () => {
  await db.deleteFrom('events').where('id', '!=', series.events.full).execute();
  await start(series.path);
  await chooseMore(page.getByRole('article'), 'Delete');
  await button('Delete event').press('Enter');
  await page.getByRole('article').waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('heading', { level: 1 }));
});

test('a person is found by any spelling, and an answer is corrected in the panel', async () => {
  const people = ['Zoë Hart', 'Łukasz Wójcik', 'Αλέξανδρος Παπαδόπουλος', 'Ольга Иванова'].map((name) => name.split(' '));
  const attendees = people.map(([first_name, last_name], index) => ({ first_name, last_name, email: `guest.${index}@example.com` }));
  await addAttendees(db, series.id, [series.events.full], attendees);
  await start('/home');
  for (const [typed, found] of [
    ['zoe', 'Zoë Hart'],
    ['lukasz wojcik', 'Łukasz Wójcik'],
    ['παπαδοπουλος', 'Αλέξανδρος Παπαδόπουλος'],
    ['иванова', 'Ольга Иванова'],
  ] as const) {
    await openSearch();
    await user.type(typed);
    await dialog().getByRole('option', { name: found }).waitFor();
    await user.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }
  await openSearch();
  await user.type('zielinski');
  await dialog().getByRole('option', { name: 'Tomasz Zieliński' }).waitFor();
  await user.press('Alt+Enter');
  const panel = page.getByRole('complementary', { name: 'Tomasz Zieliński' });
  await user.tabTo(panel.getByLabel('Brunch'));
  await user.type('Vegan');
  await user.open(panel.getByRole('button', { name: 'Save' }));
  await panel.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
  await expectFocused(panel.getByRole('form'));
  const stored = db.selectFrom('submissions').select('answers').where('form_id', '=', series.id);
  await expect
    .poll(async () => (await stored.where('first_name', '=', 'Tomasz').executeTakeFirst())?.answers)
    .toMatchObject({ brunch: 'Vegan' });
  await user.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('rows are imported after a correction, by F8', async () => {
  await start(series.path);
  const chooser = new Promise<FileChooser>((resolve) => void page.once('filechooser', resolve));
  const card = page.getByRole('article', { name: 'Leading through change' });
  await user.open(card.getByRole('button', { name: 'Upload CSV' }));
  await expectFocused(dialog().getByRole('button', { name: 'Choose a CSV file' }));
  await user.press('Enter');
  const rows = ['First name,Surname,E-mail,Brunch', 'Owen,Reed,owen@import,Vegan', 'Mina,,mina@import.example,'];
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await user.open(dialog().getByRole('button', { name: /^Check 2/ }));
  await dialog().getByLabel('Email, line 2').waitFor();
  await user.press('F8');
  await expectFocused(dialog().getByLabel('Email, line 2'));
  await user.press('ControlOrMeta+A');
  await user.type('owen@import.example');
  await user.press('F8');
  await expectFocused(dialog().getByLabel('Last name, line 3'));
  await user.type('Cole');
  await user.open(dialog().getByRole('button', { name: 'Add 2' }));
  await dialog().getByText('Imported ‘').waitFor();
  await user.open(dialog().getByRole('button', { name: 'Close' }).last());
  await dialog().waitFor({ state: 'detached' });
  await expectFocused(card.getByRole('button', { name: 'Upload CSV' }));
});

test('an event is copied for repeated dates, one of which is skipped', async () => {
  await start(series.path);
  const card = page.getByRole('article', { name: 'Leading through change' });
  await user.open(card.getByRole('button', { name: /^More for/ }));
  await expectFocused(page.getByRole('menuitem', { name: 'Door', exact: true }));
  await user.press('ArrowDown', 'ArrowDown', 'ArrowDown');
  await expectFocused(page.getByRole('menuitem', { name: 'Copy…' }));
  await user.press('Enter');
  await user.tabTo(dialog().getByRole('radio', { name: 'Once' }));
  await user.press('ArrowRight');
  await user.tabTo(dialog().getByRole('checkbox').nth(1));
  await user.press('Space');
  await dialog().getByText('5 of 6 ticked').waitFor();
  await user.open(dialog().getByRole('button', { name: 'Add 5 events' }));
  await expectShown(page.getByText('Added 5 events.'));
  await dialog().waitFor({ state: 'detached' });
  await user.tabTo(card.getByRole('button', { name: /^More for/ }), 'back');
});

test('a field is moved, duplicated and brought back', async () => {
  await start(`${series.path}/create`);
  const labels = async () => page.locator('[data-field]').getByRole('heading').allTextContents();
  await user.open(button('More for Dietary needs'));
  await expectFocused(page.getByRole('menuitem', { name: 'Duplicate' }));
  await user.press('ArrowDown', 'Enter');
  await expectFocused(dialog().getByLabel('Position'));
  await user.press('ControlOrMeta+A');
  await user.type('3');
  await user.press('Enter');
  const moved = ['Brunch', 'How did you hear of us?', 'Dietary needs'];
  await expect.poll(labels).toEqual(moved);
  await expectFocused(button('More for Dietary needs'));
  await user.press('ControlOrMeta+Z');
  await expect.poll(labels).toEqual(['Dietary needs', 'Brunch', 'How did you hear of us?']);
  await user.press('ControlOrMeta+Shift+Z');
  await expect.poll(labels).toEqual(moved);
  await user.tabTo(button('Edit Brunch'), 'back');
  await user.press('ControlOrMeta+D');
  await expectFocused(page.getByRole('form', { name: 'Edit Brunch (copy)' }).getByLabel('Label', { exact: true }));
  await user.press('ControlOrMeta+S');
  await expectShown(page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }));
});

test('Needs attention is emptied: an address is corrected, the rest is dismissed, and the focus is never lost', async () => {
  await db.updateTable('forms').set(ASKS_FOR_ALL).where('id', '=', series.id).execute();
  await addAttendees(
    db,
    series.id,
    [series.events.empty],
    [
      { first_name: 'Ada', last_name: 'Marsh', email: 'ada@gmial.com', steps: { email: noMailbox, slack: notInChannel } },
      { first_name: 'Bea', last_name: 'Lind', email: 'bea@example.com', steps: { slack: notInChannel } },
    ],
  );
  await db.deleteFrom('submission_steps').where('state', '=', 'waiting').execute();
  await start('/needs-attention');
  await user.open(button('Did you mean gmail.com?'));
  await user.open(button('Retry email of Ada Marsh'));
  await expect.poll(() => world.smtp.mails.length).toBe(1);
  await button('Retry email of Ada Marsh').waitFor({ state: 'detached' });
  await user.open(button('Dismiss slack of Ada Marsh'));
  await button('Dismiss slack of Ada Marsh').waitFor({ state: 'detached' });
  await expect.poll(async () => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await user.open(button('Dismiss slack of Bea Lind'));
  await expectShown(page.getByRole('heading', { name: 'Nothing needs attention' }));
  await expectFocused(page.getByRole('heading', { level: 1 }));
});

test('statistics: a preset is chosen and a chart saved', async () => {
  await start(`${series.path}/statistics`);
  await user.open(button('This year'));
  await page.waitForURL(/\?from=/);
  await user.open(button(/^Export Daily sign-ups/));
  await page.getByRole('menuitem', { name: 'Figures (CSV)' }).waitFor();
  const comes = page.waitForEvent('download');
  await user.press('Enter');
  await comes;
  await expectFocused(button(/^Export Daily sign-ups/));
});
