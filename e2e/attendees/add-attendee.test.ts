import { expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, untilStill } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, page, series, row, table, names, openTable } = await startAttendeeScreen();

const ask = async () => {
  await openTable();
  return askHere();
};

const askHere = async () => {
  await page().getByRole('article', { name: 'Leading through change' }).getByRole('button', { name: 'Add Attendee' }).click();
  return page().getByRole('dialog', { name: 'Add attendee to ‘Leading through change’' });
};

test('a double click on the button of a dialog leaves it open', async () => {
  const dialog = await ask();
  await expectFocused(dialog.getByLabel('First name'));
  await page().keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page().getByRole('button', { name: 'Add Attendee' }).first().click();
  const another = page().getByRole('dialog');
  await another.waitFor();
  await page().mouse.down({ clickCount: 2 });
  await page().mouse.up({ clickCount: 2 });
  await untilStill(page());
  expect(await another.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1');
});

test('SER-20, VAL-29: says what is required; missing values are reported at their fields, the first is focused, and nothing is added', async () => {
  const dialog = await ask();
  await expectShown(dialog.getByText('Only one name? Enter it as the last name.'));
  await dialog.getByLabel('First name').fill('Marsh');
  await dialog.getByLabel('Email').fill('ada@marsh');
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await dialog.getByText('Last name is required').waitFor();
  await dialog.getByText('Please enter a valid email address').waitFor();
  await expectFocused(dialog.getByLabel('Last name'));
  await expectAccessibleViews(page());
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await row('Marsh').count()).toBe(0);
});

test('SER-20, ATT-12, D38: names and an address are enough; the attendee comes first, marked as added by staff', async () => {
  const dialog = await ask();
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Marsh');
  await dialog.getByLabel('Email').fill('ada@marsh.example');
  await dialog.getByLabel('Accepts marketing').check();
  const added = page().waitForResponse(/submission\/add$/);
  await page().evaluate(() => {
    const note = () => document.body.textContent.includes('already in the event') && document.body.setAttribute('data-was-said', '');
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await Promise.all([added, dialog.waitFor({ state: 'detached' })]);
  await row('Ada Marsh').waitFor();
  expect(await page().evaluate(() => document.body.hasAttribute('data-was-said'))).toBe(false);
  expect((await names())[0]).toBe('Ada Marsh');
  await page().getByRole('button', { name: 'Details of Ada Marsh' }).click();
  await expectShown(table().getByText('Added by staff'));
  await page().getByRole('button', { name: 'Details of Ada Marsh' }).click();
  await expectShown(page().getByText('9 of 9 shown'));
});

test('USE-29: Undo removes an attendee added by mistake, but not one whom a colleague has edited or cancelled since', async () => {
  // Once others are there, it says of each attendee whether they are.
  await db.updateTable('registrations').set({ attended_at: new Date() }).where('event_id', '=', series().events.full).execute();
  for (const [last, version, status] of [
    ['Marsh', 1, 'confirmed'],
    ['Meadow', 2, 'confirmed'],
    ['Mill', 1, 'cancelled'],
  ] as const) {
    const dialog = await ask();
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill(last);
    await dialog.getByLabel('Email').fill('ada@marsh.example');
    await dialog.getByRole('button', { name: 'Add attendee' }).click();
    await row(`Ada ${last}`).waitFor();
    const added = await db
      .updateTable('submissions')
      .set({ version })
      .where('last_name', '=', last)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('registrations').set({ status }).where('submission_id', '=', added.id).execute();
    await page().getByRole('button', { name: 'Undo' }).click();
    if (last === 'Marsh') await row(`Ada ${last}`).waitFor({ state: 'detached' });
    else
      await expectShown(
        page()
          .getByRole('alert')
          .filter({ hasText: `Ada ${last} was not` })
          .getByText('Their registration has changed since.'),
      );
  }
});

test('USE-46: the form’s own questions are answered in the dialog, by the form’s rules', async () => {
  await db.updateTable('form_fields').set({ help_text: 'As the kitchen is told.' }).where('label', '=', 'Brunch').execute();
  const dialog = await ask();
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Marsh');
  await dialog.getByLabel('Email').fill('ada@marsh.example');
  await dialog.getByLabel('Brunch').selectOption('Vegan');
  await expectShown(dialog.getByText('As the kitchen is told.'));
  await dialog.getByLabel('Dietary needs').fill('x'.repeat(1_001));
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await expectFocused(dialog.getByLabel('Dietary needs'));
  await dialog.getByLabel('Dietary needs').fill('No nuts');
  await expectAccessibleViews(page());
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await dialog.waitFor({ state: 'detached' });
  const attendees = db.selectFrom('submissions').select('answers').where('form_id', '=', series().id);
  expect((await attendees.where('email', '=', 'ada@marsh.example').executeTakeFirst())?.answers).toEqual({
    brunch: 'Vegan',
    dietary_needs: 'No nuts',
  });
});

test('USE-22, USE-60: a mistyped-looking address is questioned, one already in the event shows whose it is, and Esc asks before discarding what was typed', async () => {
  const dialog = await ask();
  await dialog.getByLabel('First name').fill('Priya');
  await dialog.getByLabel('Email').fill('otto@gmial.com');
  await dialog.getByRole('button', { name: 'Did you mean gmail.com?' }).click();
  expect(await dialog.getByLabel('Email').inputValue()).toBe('otto@gmail.com');
  await dialog.getByLabel('Email').fill('PRaman@oakfield.example');
  await expectShown(dialog.getByText(/This address is already in the event: Priya Raman, Oakfield College, signed up /));
  await page().keyboard.press('Escape');
  await page().getByRole('button', { name: 'Stay' }).click();
  await page().getByRole('button', { name: 'Stay' }).waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Priya');
  await page().keyboard.press('Escape');
  await page().getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });
  await (await ask()).getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('PLC-65: at a cancelled event Add Attendee and Upload CSV say so before anything is typed or chosen', async () => {
  const { full } = series().events;
  await db.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', full).execute();
  await openTable();
  const card = page().getByRole('article', { name: 'Leading through change' });
  await card.getByRole('button', { name: 'Add Attendee' }).click();
  await page().getByRole('alert').getByText('This event has been cancelled. Reinstate it first.').waitFor();
  expect(await page().getByRole('dialog').count()).toBe(0);
  await card.getByRole('button', { name: 'Upload CSV' }).click();
  await page().getByRole('dialog').getByText('This event has been cancelled. Reinstate it first.').waitFor();
});

test('USE-60: it also asks before the browser leaves or reloads the page with something typed', async () => {
  await openTable();
  await page().getByRole('link', { name: 'Statistics' }).click();
  await page().waitForURL('**/statistics');
  await page().goBack();
  const dialog = await askHere();
  await dialog.getByLabel('First name').fill('Priya');
  // The question appears once, although the dialog was already being closed.
  await page().keyboard.press('Escape');
  await page().getByRole('button', { name: 'Stay' }).waitFor();
  await page().goForward();
  await page().waitForTimeout(300);
  await page().getByRole('button', { name: 'Stay' }).click();
  await page().getByRole('button', { name: 'Stay' }).waitFor({ state: 'detached' });
  const asks = page().waitForEvent('dialog');
  await page().evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asks;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Priya');
  await page().keyboard.press('Escape');
  await page().getByRole('button', { name: 'Leave' }).waitFor();
  await page().goForward();
  await page().waitForTimeout(300);
  await page().getByRole('button', { name: 'Leave' }).click();
  await page().waitForURL('**/statistics');
});
