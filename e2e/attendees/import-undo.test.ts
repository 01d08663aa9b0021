import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addAttendees } from '../support/series-rows.ts';
import { ADDS, people, startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, db, series, dialog, open, check, chooseRows, press, says, did, imported } = screen;

/** The dialog that asks before an upload is undone. */
const question = () => page().getByRole('dialog', { name: /^Undo the upload|^The upload was undone/ });

describe('an upload', () => {
  test('UND-11, UND-12: is undone from the last step; attendees edited since stay, with the reason', async () => {
    await chooseRows(people(5));
    await press('Add 5');
    await did(5, 0, 0, 0);
    await says('Undo removes the 5 people added. You can also undo this from Upload CSV for 30 days.');
    await db.updateTable('submissions').set({ version: 2 }).where('email', '=', 'p3@import.example').execute();
    await press('Undo this upload…');
    await question().getByText('4 attendees will be removed. 1 stays because they have been edited since.').waitFor();
    await question().getByText('This action cannot be undone.').waitFor();
    expect(await question().getByText('Anyone it updated').count()).toBe(0);
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await question().getByText('4 attendees were removed. 1 stays:').waitFor();
    expect((await question().getByRole('listitem').innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'Person Number 3 p3@import.example edited since',
    );
    await question().getByRole('button', { name: 'Close' }).last().click();
    await says('The upload of ‘open-day-list.csv’ was undone.');
    const figures = dialog().getByRole('list', { name: 'What the import did' });
    const rightOf = async (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().right);
    expect((await rightOf(figures)) - (await rightOf(figures.getByRole('listitem').last()))).toBeLessThan(2);
    expect((await imported()).map(({ email }) => email)).toEqual(['p3@import.example']);
  });

  test('UND-10, UND-11, UND-13: earlier uploads are listed in the first step, with their attendees and Undo', async () => {
    await open();
    expect(await dialog().getByText('Earlier uploads').count()).toBe(0);
    await check(['first_name,last_name,email', ...people(2)].join('\n'), 'spring.csv');
    await press('Add 2');
    await did(2, 0, 0, 0);
    await page().setViewportSize({ width: 1440, height: 500 });
    await press('Show attendees');
    await page().getByText('2 of 2 shown').waitFor();
    expect((await page().getByRole('group', { name: 'Show attendees' }).boundingBox())?.y).toBeLessThan(400);
    expect(new URL(page().url()).searchParams.get('import')).toMatch(/^[0-9a-f-]{36}$/);
    await page().evaluate(() => window.scrollTo(0, 0));
    await page().reload();
    await page().getByText('2 of 2 shown').waitFor();
    expect(await page().evaluate(() => window.scrollY)).toBe(0);
    await page().getByRole('button', { name: 'Details of Person Number 1' }).click();
    await page().getByText('upload ‘spring.csv’, Robin Hale').waitFor();
    await page().getByRole('button', { name: 'Upload ‘spring.csv’ (remove this filter)' }).click();
    await page().getByText('10 of 10 shown').waitFor();
    expect(await page().evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Attendees of Leading through change');

    const uploads = dialog().getByRole('region', { name: 'Earlier uploads' });
    await page().route('**/imports', async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replace('"state":"done"', '"state":"undoing"') });
    });
    await open();
    await uploads.getByRole('button', { name: 'Show progress' }).click();
    await question().getByRole('progressbar').waitFor({ state: 'attached' });
    await page().unrouteAll({ behavior: 'wait' });
    await open();
    await uploads.getByText(/‘spring\.csv’, 2 added, Robin Hale, /).waitFor();
    await uploads.getByRole('button', { name: 'Undo…' }).click();
    await question().getByText('2 attendees will be removed.').waitFor();
    expect(await question().getByText('Anyone it updated').count()).toBe(0);
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await question().waitFor({ state: 'detached' });
    await uploads.getByText('Undone by Robin Hale: 2 removed').waitFor();
    expect(await imported()).toEqual([]);
    await check(['first_name,last_name,email', ...people(2)].join('\n'));
    await press('Add 2');
    await did(2, 0, 0, 0);
  });

  test('UND-8, USE-30: an undo that does not reach the server says so, and can be repeated with the same button; the dialog below then shows what was removed', async () => {
    await chooseRows(people(2));
    await press('Add 2');
    await did(2, 0, 0, 0);
    await page().route('**/undo', async (route) => route.abort());
    await press('Undo this upload…');
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await question().getByRole('alert').getByText('The server could not be reached.').waitFor();
    await page().unrouteAll({ behavior: 'wait' });
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await says('The upload of ‘open-day-list.csv’ was undone.');
    await did(2, 0);
    expect(await imported()).toEqual([]);
  });

  test('UND-11: one that was stopped has nothing left to send or to retry once it is undone', async () => {
    let left = 2;
    await page().route(ADDS, async (route) => ((left -= 1) < 0 ? route.abort() : route.continue()));
    await chooseRows(people(40));
    await press('Add 40');
    await says('The import was stopped');
    const buttons = async () => dialog().getByRole('button').allInnerTexts();
    await expect.poll(async () => (await buttons()).some((label) => /rest|Retry/.test(label))).toBe(true);
    await press('Undo this upload…');
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await says('The upload of ‘open-day-list.csv’ was undone.');
    await did(2, 0);
    expect((await buttons()).filter((label) => /rest|retry|Retry/.test(label))).toEqual([]);
    expect(
      await dialog()
        .getByText(/Retrying|stopped/)
        .count(),
    ).toBe(0);
  });

  test.each([
    [0, 'at once'],
    [600, 'in the background'],
    [600, 'before it is seen under way'],
  ])('UND-6, UND-8: once an undo of %i more has ended %s, the list shows the remaining people', async (more, ends) => {
    const { full } = series().events;
    await screen.openTable();
    await page().getByRole('group', { name: 'Tools for Leading through change' }).getByRole('button', { name: 'Upload CSV' }).click();
    await check(['first_name,last_name,email', ...people(2)].join('\n'));
    await press('Add 2');
    await did(2, 0, 0, 0);
    const { id } = await db.selectFrom('uploads').select('id').where('event_id', '=', full).executeTakeFirstOrThrow();
    const rows = Array.from({ length: more }, (_, index) => ({ email: `more${index}@import.example`, upload_id: id }));
    await addAttendees(db, series().id, [full], rows);
    await press('Undo this upload…');
    await question()
      .getByText(`${2 + more} attendees will be removed.`)
      .waitFor();
    const stateNow = async () => (await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst())?.state;
    if (ends === 'before it is seen under way')
      await page().route('**/imports', async (route) => {
        await expect.poll(stateNow).not.toBe('undoing');
        await route.continue();
      });
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await says('The upload of ‘open-day-list.csv’ was undone.');
    await page().getByText('8 of 8 shown').waitFor();
    expect((await screen.names()).filter((name) => name.startsWith('Person Number'))).toEqual([]);
  });

  test('UND-3, UND-11: one interrupted by closing the browser says how many of its rows were added, and the same file adds the rest', async () => {
    let left = 3;
    await page().route(ADDS, async (route) => ((left -= 1) < 0 ? new Promise(() => {}) : route.continue()));
    const file = ['first_name,last_name,email,organisation', 'Priya,Raman,praman@oakfield.example,Kestrel', ...people(5)].join('\n');
    await open();
    await check(file, 'spring.csv');
    await dialog().getByLabel('Update the existing attendee').check();
    await press('Add 5, update 1');
    await expect.poll(async () => (await imported()).length).toBe(3);
    await page().reload();
    await page().unrouteAll({ behavior: 'ignoreErrors' });
    await open();
    await dialog()
      .getByText(/‘spring\.csv’, 3 of 5 here now, /)
      .waitFor();
    await check(file, 'spring.csv');
    await press('Add 2');
    await did(2, 0, 4, 0);
    await open();
    await dialog()
      .getByText(/‘spring\.csv’, 2 added, /)
      .waitFor();
  });

  test('N10: updated people keep their answers, and the dialog says so', async () => {
    await open();
    await check('first_name,last_name,email,organisation\nPriya,Raman,PRAMAN@oakfield.example,Kestrel\nAda,Marsh,ada@import.example,');
    await dialog().getByLabel('Update the existing attendee').check();
    await press('Add 1, update 1');
    await did(1, 1, 0, 0);
    await says('the person updated keeps their new answers');
    await press('Undo this upload…');
    await question().getByText('Anyone it updated stays, with their new answers.').waitFor();
    await question().getByRole('button', { name: 'Undo upload' }).click();
    await says('The upload of');
    const attendees = await screen.attendeesOf(series().events.full);
    expect(attendees.find(({ email }) => email === 'praman@oakfield.example')?.organisation).toBe('Kestrel');
    expect(await imported()).toEqual([]);
  });
});
