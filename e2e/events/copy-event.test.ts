import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { chooseMore, DESKTOP, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState, timezoneId: 'America/New_York' });

let path = '';

beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  await buildEvent(db, seriesId, { title: 'Leading through change', starts_at: '2030-03-07T09:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Coaching skills', starts_at: '2030-04-11T08:30:00Z', is_on_form: false });
  path = `${url}/leadership-essentials/events-series/${seriesId}`;
  await page.goto(path);
  await card.waitFor();
});

const card = page.getByRole('article', { name: 'Leading through change', exact: true });
const dialog = page.getByRole('dialog', { name: 'Copy ‘Leading through change’' });
const rows = dialog.getByRole('listitem');

/** Copies every two weeks, six times, from Thursday 14 March 2030. */
async function fillInRule(): Promise<void> {
  await chooseMore(card, 'Copy…');
  await dialog.getByLabel('Title').fill('Leading through change, group %N%');
  await dialog.getByText('Repeat').click();
  await dialog.getByLabel('Every', { exact: true }).last().fill('2');
}

test('CPY-13, CPY-15, CPY-16, CPY-17: an event is repeated by a rule, without the dates that are not ticked', async () => {
  await fillInRule();
  await expectShown(dialog.getByText('%N% is the number of the copy: ‘Leading through change, group 1’'));
  await expectShown(dialog.getByText('Sign-ups, mailings, door links, calendar IDs and join links are not copied.'));
  await expectShown(dialog.getByText('The time stays 09:30 across clock changes.'));
  await expectShown(dialog.getByText('Same time as ‘Coaching skills’'));
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((row) => row.split('\n')[0]))
    .toEqual([
      'Thu 14 Mar 2030, 09:30 GMT',
      'Thu 28 Mar 2030, 09:30 GMT',
      'Thu 11 Apr 2030, 09:30 BST',
      'Thu 25 Apr 2030, 09:30 BST',
      'Thu 9 May 2030, 09:30 BST',
      'Thu 23 May 2030, 09:30 BST',
    ]);
  await dialog.getByLabel('Thu 28 Mar 2030').uncheck();
  await expectShown(dialog.getByText('5 of 6 ticked'));
  await expectAccessibleViews(page);
  await page.setViewportSize(DESKTOP);
  await dialog.getByRole('button', { name: 'Add 5 events' }).click();
  await expectShown(page.getByText('Added 5 events.'));
  const added = await db.selectFrom('events').selectAll().where('title', 'like', '%group%').orderBy('starts_at').execute();
  expect(added.map(({ title, starts_at: date, is_on_form: isOnForm }) => [title, date?.toISOString(), isOnForm])).toEqual([
    ['Leading through change, group 1', '2030-03-14T09:30:00.000Z', false],
    ['Leading through change, group 2', '2030-04-11T08:30:00.000Z', false],
    ['Leading through change, group 3', '2030-04-25T08:30:00.000Z', false],
    ['Leading through change, group 4', '2030-05-09T08:30:00.000Z', false],
    ['Leading through change, group 5', '2030-05-23T08:30:00.000Z', false],
  ]);
});

test('CPY-15: an event in the last week of a month is repeated on the last such weekday', async () => {
  await db.updateTable('events').set({ starts_at: '2030-03-19T09:30:00Z' }).where('title', '=', 'Leading through change').execute();
  await page.reload();
  await chooseMore(card, 'Copy…');
  await dialog.getByText('Repeat').click();
  await dialog.getByRole('group', { name: 'Every' }).getByRole('combobox').selectOption('months');
  await dialog.getByLabel('On', { exact: true }).selectOption('the last Tuesday');
  const dates = async () => (await rows.allInnerTexts()).slice(0, 3).map((row) => row.split('\n')[0]);
  await expect.poll(dates).toEqual(['Tue 26 Mar 2030, 09:30 GMT', 'Tue 30 Apr 2030, 09:30 BST', 'Tue 28 May 2030, 09:30 BST']);
});

test('CPY-18: after events were added, the toast puts them on the form', async () => {
  await fillInRule();
  await dialog.getByRole('button', { name: 'Add 6 events' }).click();
  await expectShown(page.getByText('They are not on the form yet.'));
  await page.getByRole('button', { name: 'Show them on the form' }).click();
  await expectShown(page.getByText('6 events are on the form.'));
  await expectShown(page.getByRole('heading', { name: 'Leading through change, group 6' }));
});

test('CPY-13: on a phone the event is copied from More, once; closing asks only if something was changed', async () => {
  await page.setViewportSize(PHONE);
  await chooseMore(card, 'Copy…');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await chooseMore(card, 'Copy…');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Add 1 event' }).click();
  await expectShown(dialog.getByText('Please enter a title'));
  await dialog.getByLabel('Title').fill('Once more');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await dialog.getByRole('button', { name: 'Add 1 event' }).click();
  await expectShown(page.getByText('Added 1 event.'));
});
