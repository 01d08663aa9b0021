import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildField } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import type { LimitedSeries } from '../support/limited-rows.ts';
import { startLimitedScreen } from '../support/limited-screen.ts';

const { db, url, open } = await startLimitedScreen();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  ({ series, page } = await open());
});

async function setMaximum(maximum: number): Promise<void> {
  await db.updateTable('events').set({ maximum_participants: maximum }).where('id', '=', series.events.first).execute();
  await db.updateTable('event_places').set({ capacity: maximum }).where('event_id', '=', series.events.first).execute();
}

const dialog = () => page.getByRole('dialog');
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });
const tab = (name: RegExp) => page.getByRole('tab', { name });
const names = () => page.locator('td[data-column="name"] [dir="auto"]');
const openList = (query = '') => page.goto(`${url}${series.path}?event=${series.events.first}${query}`);
async function status(name: string): Promise<string | undefined> {
  const registered = db.selectFrom('registrations').innerJoin('submissions', 'submissions.id', 'registrations.submission_id');
  return (await registered.select('registrations.status').where('first_name', '=', name).executeTakeFirst())?.status;
}

test('WTL-28: the details of an attendee cancel the place', async () => {
  await openList();
  await page.getByRole('button', { name: 'Details of Person Number 1', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel place…' }).click();
  await expectShown(dialog().getByText("Cancel Person Number 1's place?"));
  expect(
    await page
      .getByRole('dialog')
      .getByText(/place\./)
      .count(),
  ).toBe(0);
  await dialog().getByRole('checkbox', { name: 'Notify Person Number 1 by email' }).check();
  await dialog().getByRole('textbox').fill('We need the room for something else.');
  expect(await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Stay' }).click();
  await dialog().getByRole('button', { name: 'Cancel place' }).click();
  await expectShown(toast("Person Number 1's place was cancelled."));
  await expectShown(tab(/^Attendees 22$/));
  await expectShown(tab(/^Cancelled 3$/));
});

test('the focus is on the row that has taken the place of one that left the list', async () => {
  await setMaximum(23);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openList('&registration=waiting');
  await expect.poll(() => names().count()).toBe(3);
  const [, second = '', third = ''] = await names().allInnerTexts();
  const giveSecond = async () => {
    await button(`More for ${second}`).press('Enter');
    await page.getByRole('menuitem', { name: 'Give a place' }).press('Enter');
    await dialog().waitFor();
  };
  await giveSecond();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expectFocused(button(`More for ${second}`));
  await giveSecond();
  await dialog().getByRole('button', { name: 'Give a place' }).press('Enter');
  await expectFocused(button(`More for ${third}`));
  await openList();
  await expect.poll(() => names().count()).toBeGreaterThan(20);
  const [first = '', next = ''] = await names().allInnerTexts();
  await button(`Details of ${first}`).press('Enter');
  await button('Cancel place…').press('Enter');
  await dialog().getByRole('button', { name: 'Cancel place' }).press('Enter');
  await expectFocused(button(`Details of ${next}`));
});

test.each([
  ['offer', 'is offered', 'offered'],
  ['direct', 'gets', 'confirmed'],
] as const)('USE-15: before a place is given up, staff read who is next on a list that gives by %s', async (mode, gets, becomes) => {
  await db.updateTable('events').set({ waiting_list: mode, offer_hours: 24 }).where('id', '=', series.events.first).execute();
  await setMaximum(24);
  await openList();
  await openChange();
  await box('Fire safety, day 1').uncheck();
  await expectShown(dialog().getByText(`‘Fire safety, day 1’: Owen Pugh ${gets} the place.`));
  await box('Fire safety, day 1').check();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel place…' }).click();
  await expectShown(dialog().getByText(`Owen Pugh ${gets} the place.`));
  await expectAccessibleViews(page);
  await dialog().getByRole('button', { name: 'Cancel place' }).click();
  await expect.poll(() => status('Owen')).toBe(becomes);
});

test('cancelled sign-ups are copied without their buttons', async () => {
  await openList('&registration=cancelled');
  await page.getByRole('button', { name: 'Restore: Femi Ade' }).waitFor();
  const copied = await page.getByRole('table', { name: /^Cancelled for / }).evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }));
    return clipboardData.getData('text/plain').split('\n');
  });
  expect(copied.map((row) => row.split('\t').at(-1))).toEqual(expect.arrayContaining(['Why', 'Plans changed at work']));
});

test('WTL-28: if the place was taken in the meantime it is only restored after the dialog has said by how much it exceeds the maximum', async () => {
  await openList('&registration=cancelled');
  await page.getByRole('button', { name: 'Restore: Femi Ade' }).click();
  const takePlaces = async (route: Route) => {
    await setMaximum(24);
    await route.continue();
  };
  await page.route(/\/restore$/, takePlaces, { times: 1 });
  const notify = dialog().getByRole('checkbox', { name: 'Notify Femi Ade by email' });
  expect(await notify.isChecked()).toBe(true);
  await notify.click();
  await dialog().getByRole('button', { name: 'Restore' }).click();
  await expectShown(dialog().getByText(/^They will have a place again\. This goes 1 over the maximum of 24\./));
  expect(await status('Femi')).toBe('cancelled');
  expect(await notify.isChecked()).toBe(false);
  await notify.click();
  await expectAccessibleViews(page);
  const sent = page.waitForRequest(/\/restore$/);
  await dialog().getByRole('button', { name: 'Restore' }).click();
  expect((await sent).postDataJSON()).toEqual({ over: true, tell: true });
  await expectShown(toast('Femi Ade has a place again.'));
});

test('WTL-28: until the event is over people can be notified that their place is restored or cancelled; then the dialogs say why not', async () => {
  const setEnd = (end: Date) =>
    db
      .updateTable('events')
      .set({ starts_at: new Date(Date.now() - 60_000), ends_at: end })
      .where('id', '=', series.events.first)
      .execute();
  const why = dialog().getByText('The event is over, so nobody is notified.');
  await setEnd(new Date('2050-01-01T09:00:00Z'));
  await openList('&registration=cancelled');
  await page.getByRole('button', { name: 'Restore: Femi Ade' }).click();
  await expectShown(dialog().getByRole('checkbox'));
  await expectShown(dialog().getByText('Not if they were on the waiting list, as the event has started.'));
  await setEnd(new Date());
  await openList('&registration=cancelled');
  await page.getByRole('button', { name: 'Restore: Femi Ade' }).click();
  await expectShown(why);
  expect(await dialog().getByRole('checkbox').count()).toBe(0);
  await openList();
  await page.getByRole('button', { name: 'Details of Person Number 1', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel place…' }).click();
  await expectShown(why);
  expect(await dialog().getByRole('checkbox').count()).toBe(0);
});

const box = (name: string) => dialog().getByRole('checkbox', { name });

async function openChange(): Promise<void> {
  await page.getByRole('button', { name: 'Details of Person Number 1', exact: true }).click();
  await page.getByRole('button', { name: 'Change events…' }).click();
  await box('Fire safety, day 2').waitFor();
}

test('USE-3: staff move a person from the row, and see by how much a maximum is exceeded and what only a new event asks; a mail is sent if that is ticked', async () => {
  for (const label of ['Dish', 'Wine'])
    await buildField(db, { form_id: series.id }, { label, is_brunch: true, brunch_event_id: series.events.open });
  await db.updateTable('submissions').set({ answers: '{"wine":"Red"}' }).where('last_name', '=', 'Number 1').execute();
  await db.updateTable('events').set({ is_on_form: false, is_brunch: true }).where('id', '=', series.events.open).execute();
  await openList();
  await expect.poll(() => names().count()).toBeGreaterThan(20);
  const listed = await names().allInnerTexts();
  const after = listed[listed.indexOf('Person Number 1') + 1] ?? '';
  await openChange();
  await expectShown(dialog().getByText(/30 of 30 places taken, 5 waiting/));
  await expectShown(dialog().getByText(/Hidden/));
  await box('Fire safety, day 1').uncheck();
  await expectShown(dialog().getByText('Keep at least one event. To withdraw completely, cancel the registration.'));
  await box('Fire safety, day 2').check();
  await box('Safety walk, an open morning').check();
  await expectShown(dialog().getByText('‘Fire safety, day 2’: This goes 1 over the maximum of 30.'));
  await expectShown(dialog().getByText('Also asked for a new event: ‘Dish’. Answers can be added in the details.'));
  await box('Notify Person').check();
  await expectAccessibleViews(page);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(toast("Person Number 1's events were changed."));
  await expectShown(tab(/^Attendees 22$/));
  await expectFocused(page.getByRole('button', { name: `Details of ${after}`, exact: true }));
  const change = await db.selectFrom('registration_changes').select(['kind', 'details']).orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(change).toMatchObject({ kind: 'events_changed', details: { tell: true } });
  await toast("Person Number 1's events were changed.").getByRole('button', { name: 'Show' }).click();
  await expectShown(page.getByRole('button', { name: 'Details of Person Number 1', exact: true, expanded: true }));
  expect(new URL(page.url()).searchParams.get('event')).not.toBe(series.events.first);
});

test('PLC-65: nobody is moved to a cancelled event; someone in it can be removed', async () => {
  const cancelled = ['Fire safety, day 1', 'Fire safety, day 2'];
  await db.updateTable('events').set({ cancelled_at: new Date() }).where('title', 'in', cancelled).execute();
  await openList();
  await openChange();
  await expectShown(dialog().getByText(/taken, 5 waiting · Cancelled/));
  expect(await box('Fire safety, day 2').isDisabled()).toBe(true);
  await box('Fire safety, day 1').uncheck();
  await box('First aid refresher').check();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(toast("Person Number 1's events were changed."));
});

test('USE-3: after a colleague changed the events, the dialog of the person panel says so and shows the current state', async () => {
  await openList();
  await page.getByRole('button', { name: 'Details of Person Number 1', exact: true }).click();
  await page.getByRole('link', { name: 'Open person' }).click();
  const opener = page.getByRole('complementary').getByRole('button', { name: 'Change events…' });
  await opener.click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expectFocused(opener);
  await opener.click();
  await box('First aid refresher').check();
  const id = new URL(page.url()).searchParams.get('person')!;
  const added = { event_id: series.events.open, submission_id: id, submitted_at: new Date(), asks_for_crm: false };
  await db.insertInto('registrations').values(added).execute();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(dialog().getByText('This has changed in the meantime'));
  await expect.poll(() => box('Safety walk, an open morning').isChecked()).toBe(true);
  expect(await box('First aid refresher').isChecked()).toBe(false);
});
