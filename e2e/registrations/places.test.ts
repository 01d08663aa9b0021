import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { DESKTOP, expectAccessibleViews, expectShown } from '../support/browser.ts';
import type { LimitedSeries } from '../support/limited-rows.ts';
import { startLimitedScreen } from '../support/limited-screen.ts';

const { db, url, open } = await startLimitedScreen();

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  ({ series, page } = await open());
});

const setMaximum = async (maximum: number): Promise<void> => {
  await db.updateTable('events').set({ maximum_participants: maximum }).where('id', '=', series.events.first).execute();
  await db.updateTable('event_places').set({ capacity: maximum }).where('event_id', '=', series.events.first).execute();
};

const card = (title: string): Locator => page.getByRole('article', { name: title });

test('PLC-43: the card of a limited event says how many of its places are taken, who waits, and whether it is full or over', async () => {
  await page.goto(`${url}${series.path}`);
  const first = card('Fire safety, day 1').getByText('23 of 30 places taken, 1 offered, 3 waiting', { exact: true });
  expect(await first.getAttribute('title')).toBe('Places taken at this event');
  await expectShown(card('Fire safety, day 2').getByText('30 of 30 places taken, 5 waiting', { exact: true }));
  await expectShown(card('Fire safety, day 2').getByText('Full', { exact: true }));
  await expectShown(card('First aid refresher').getByText('14 of 12 places taken', { exact: true }));
  await expectShown(card('First aid refresher').getByText('2 over', { exact: true }));
  expect(await page.getByText('Full', { exact: true }).count()).toBe(1);
  const unlimited = card('Safety walk, an open morning');
  expect(await unlimited.getByText(/places/).count()).toBe(0);
  await expectAccessibleViews(page);
  await db.updateTable('events').set({ cancelled_at: new Date() }).where('title', '=', 'Fire safety, day 2').execute();
  await page.reload();
  await expectShown(card('Fire safety, day 2').getByText('30 of 30 places taken, 5 waiting', { exact: true }));
  expect(await page.getByText('Full', { exact: true }).count()).toBe(0);
});

test('PLC-43: a card without sign-ups says so, but not while people wait, nor if all have cancelled', async () => {
  const quiet = (title: string) => card(title).getByText('No sign-ups yet', { exact: true });
  await db.deleteFrom('registrations').where('event_id', '=', series.events.first).where('status', '=', 'confirmed').execute();
  await db.updateTable('registrations').set({ status: 'cancelled' }).where('event_id', '=', series.events.over).execute();
  await rebuildCounters(db);
  await page.goto(`${url}${series.path}`);
  await expectShown(card('Fire safety, day 1').getByText('0 of 30 places taken, 1 offered, 3 waiting', { exact: true }));
  await expectShown(quiet('Safety walk, an open morning'));
  for (const title of ['Fire safety, day 1', 'First aid refresher']) expect(await quiet(title).count()).toBe(0);
});

test('PLC-44: the card of a series on the dashboard says how many of its events are full, and how many people wait', async () => {
  await page.goto(url);
  await expectShown(page.getByText('2 of 4 events full, 8 waiting', { exact: true }));
  await expectAccessibleViews(page);
  await db.updateTable('event_places').set({ taken: 0, waiting: 0, unreachable: 0 }).execute();
  await page.reload();
  await expectShown(page.getByRole('link', { name: /Workplace Safety 30 Signups/ }));
  expect(await page.getByText(/events full/).count()).toBe(0);
});

const tab = (name: RegExp): Locator => page.getByRole('tab', { name });
const table = (name: string): Locator => page.getByRole('table', { name: `${name} Fire safety, day 1` });
const rows = (name: string): Promise<string[]> => table(name).locator('td[data-column="name"] [dir="auto"]').allInnerTexts();

async function openPanel(query = ''): Promise<void> {
  await page.goto(`${url}${series.path}?event=${series.events.first}${query}`);
  await tab(/^Attendees 23$/).waitFor();
}

test('WTL-24: the attendees of a limited event are lists in tabs, with their counts, in the address; arrow keys go through them', async () => {
  await openPanel();
  expect((await page.getByRole('tab').allInnerTexts()).map((text) => text.replace('\n', ' '))).toEqual([
    'Attendees 23',
    'Waiting 3',
    'Offered 1',
    'Cancelled 2',
  ]);
  await expectShown(table('Attendees of'));
  await tab(/^Attendees/).press('ArrowRight');
  await expectShown(table('Waiting list for'));
  expect(new URL(page.url()).searchParams.get('registration')).toBe('waiting');
  expect(await tab(/^Waiting/).getAttribute('aria-selected')).toBe('true');
  await tab(/^Waiting/).press('End');
  await expectShown(table('Cancelled for'));
  await page.reload();
  await expectShown(table('Cancelled for'));
  await page.goto(`${url}${series.path}?event=${series.events.open}&registration=waiting`);
  await expectShown(page.getByText('No sign-ups yet', { exact: true }).last());
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('WTL-30, WTL-32: people waiting are listed by position, with the free places above', async () => {
  await openPanel('&registration=waiting');
  await expectShown(table('Waiting list for'));
  const heads = await table('Waiting list for').locator('th:not([data-column="select"])').allInnerTexts();
  expect(heads.slice(0, 6)).toEqual(['Position', 'Name', 'Organisation', 'Email', 'Waiting since', 'Status']);
  expect(await rows('Waiting list for')).toEqual(['Grace Liu', 'Owen Pugh', 'Marta Kowal']);
  await expectShown(table('Waiting list for').getByRole('img', { name: 'Email failed' }));
  await expectShown(page.getByText('6 places are free', { exact: true }));
  await expectShown(page.getByText('3 of 3 shown, by position', { exact: true }));
  await expectAccessibleViews(page);
  await page.getByPlaceholder('Search the waiting list').fill('marta');
  await expect.poll(() => rows('Waiting list for')).toEqual(['Marta Kowal']);
  await db.updateTable('events').set({ waiting_list: 'offer', offer_hours: 24 }).where('id', '=', series.events.first).execute();
  await page.reload();
  await expectShown(page.getByText('6 places are free', { exact: true }));
  await expectShown(page.getByRole('button', { name: 'Offer to the next 2' }));
  await setMaximum(24);
  await page.reload();
  await expectShown(page.getByText('The next person is offered a place when one becomes free. An offer lasts 24 hours.', { exact: true }));
});

test('WTL-31: offers say when they end, and cancellations when, by whom and why', async () => {
  await openPanel('&registration=offered');
  await expectShown(table('Offers for').getByText('Ends in 21 hours'));
  await expectAccessibleViews(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const labels = page.getByRole('row').getByRole('button').locator('.mantine-Button-label');
  expect(await labels.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))).toEqual([0, 0]);
  await page.setViewportSize(DESKTOP);
  await db.updateTable('waiting_entries').set({ offer_ends_at: null }).execute();
  await page.reload();
  await expectShown(table('Offers for').getByText('Email on its way', { exact: true }));
  await tab(/^Cancelled/).click();
  await expectShown(table('Cancelled for').getByText('Ada Marsh', { exact: true }));
  await expectShown(table('Cancelled for').getByText('Visitor', { exact: true }));
  await expectShown(table('Cancelled for').getByText('Removed', { exact: true }));
  await expectShown(table('Cancelled for').getByText('Plans changed at work', { exact: true }));
  await expectAccessibleViews(page);
});

test('WTL-24: an empty list says so, and that of attendees says how many wait, have an offer or cancelled', async () => {
  await db.deleteFrom('registrations').where('event_id', '=', series.events.first).where('status', '=', 'confirmed').execute();
  await rebuildCounters(db);
  await page.goto(`${url}${series.path}?event=${series.events.first}`);
  await expectShown(page.getByText('Nobody has a place', { exact: true }));
  await expectShown(page.getByText('3 waiting, 1 offered, 2 cancelled.', { exact: true }));
  await db.deleteFrom('waiting_entries').execute();
  await db.deleteFrom('registrations').where('status', '<>', 'confirmed').execute();
  await page.goto(`${url}${series.path}?event=${series.events.first}&registration=waiting`);
  await expectShown(page.getByText('Nobody is waiting', { exact: true }));
  await expectShown(page.getByText('When the event is full, people can join the list on the form.', { exact: true }));
  await tab(/^Offered/).click();
  await expectShown(page.getByText('No open offers', { exact: true }));
  await tab(/^Cancelled/).click();
  await expectShown(page.getByText('Nobody has cancelled', { exact: true }));
});

const toast = (text: string): Locator => page.getByRole('alert').filter({ hasText: text });
const status = async (name: string): Promise<string> => {
  const { status: now } = await db
    .selectFrom('registrations')
    .innerJoin('submissions', 'submissions.id', 'registrations.submission_id')
    .select('registrations.status')
    .where('first_name', '=', name)
    .where('event_id', '=', series.events.first)
    .executeTakeFirstOrThrow();
  return now;
};
const choose = async (name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('WTL-30: people waiting are moved with the menu, Alt with the arrow keys or by dragging, and their position is announced', async () => {
  await openPanel('&registration=waiting');
  await page.getByRole('button', { name: 'Drag Marta Kowal' }).waitFor();
  await choose('Marta Kowal', 'Move up');
  await expect.poll(() => rows('Waiting list for')).toEqual(['Grace Liu', 'Marta Kowal', 'Owen Pugh']);
  await expectShown(page.getByRole('status').filter({ hasText: 'Marta Kowal, position 2 of 3' }));
  await page.getByRole('button', { name: 'Details of Marta Kowal' }).press('Alt+ArrowUp');
  await expect.poll(() => rows('Waiting list for')).toEqual(['Marta Kowal', 'Grace Liu', 'Owen Pugh']);
  expect(await page.getByRole('button', { name: 'Details of Marta Kowal' }).evaluate((button) => button === document.activeElement)).toBe(
    true,
  );
  const [from, to] = await Promise.all(
    ['Drag Marta Kowal', 'Drag Owen Pugh'].map(async (name) => page.getByRole('button', { name }).boundingBox()),
  );
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(to!.x + 8, to!.y + 4, { steps: 8 });
  await page.mouse.move(to!.x + 8, to!.y + 12, { steps: 4 });
  await expectShown(page.getByRole('status').filter({ hasText: 'Marta Kowal, position 3 of 3' }));
  const [answer] = await Promise.all([page.waitForResponse(/\/move$/), page.mouse.up()]);
  expect(answer.status()).toBe(200);
  expect(answer.request().postDataJSON()).toEqual({ position: 3 });
  await expect.poll(() => rows('Waiting list for')).toEqual(['Grace Liu', 'Owen Pugh', 'Marta Kowal']);
  const stored = async () => {
    const people = await db
      .selectFrom('waiting_entries')
      .innerJoin('submissions', 'submissions.id', 'waiting_entries.submission_id')
      .select('first_name')
      .where('event_id', '=', series.events.first)
      .orderBy('list_order')
      .execute();
    return people.map(({ first_name: name }) => name).filter((name) => name !== 'Ben');
  };
  await expect.poll(stored).toEqual(['Grace', 'Owen', 'Marta']);
});

test('WTL-25, WTL-28, WTL-30: a place out of order needs confirmation, as does a removal; the focus is on going back', async () => {
  await openPanel('&registration=waiting');
  await choose('Marta Kowal', 'Give a place');
  const dialog = page.getByRole('dialog');
  await expectShown(dialog.getByText('Marta is number 3.'));
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  await expectAccessibleViews(page);
  await dialog.getByRole('button', { name: 'Give a place' }).click();
  await expectShown(toast('Marta Kowal has a place.'));
  expect(await status('Marta')).toBe('confirmed');
  await expectShown(tab(/^Waiting 2$/));
  await choose('Owen Pugh', 'Remove…');
  await expectShown(dialog.getByText('Remove Owen Pugh from the waiting list?'));
  await dialog.getByRole('checkbox', { name: 'Notify Owen Pugh by email' }).check();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('See you next year.');
  await expectAccessibleViews(page);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectShown(toast('Owen Pugh was removed.'));
  expect(await status('Owen')).toBe('cancelled');
  const change = await db.selectFrom('registration_changes').select('details').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(change.details).toMatchObject({ tell: true, note: 'See you next year.' });
});

test('WTL-26, WTL-32: the next people on the list are offered the free places, but not those passed over', async () => {
  await openPanel('&registration=waiting');
  await page.getByRole('button', { name: 'Offer to the next 2' }).click();
  await expectShown(toast('2 people were offered a place.'));
  await expectShown(tab(/^Offered 3$/));
  expect([await status('Grace'), await status('Owen'), await status('Marta')]).toEqual(['waiting', 'offered', 'offered']);
});

test('WTL-26: the same number are offered a place again when the same number become free', async () => {
  await setMaximum(25);
  await openPanel('&registration=waiting');
  await page.getByRole('button', { name: 'Offer to the next 1' }).click();
  await expectShown(tab(/^Offered 2$/));
  await tab(/^Offered/).click();
  await page.getByRole('button', { name: 'Withdraw offer: Owen Pugh' }).click();
  await expectShown(tab(/^Waiting 3$/));
  expect(await status('Owen')).toBe('waiting');
  await tab(/^Waiting/).click();
  await page.getByRole('button', { name: 'Offer to the next 1' }).click();
  await expectShown(tab(/^Offered 2$/));
  expect(await status('Owen')).toBe('offered');
});

test('WTL-29, WTL-31: an offer is withdrawn or becomes a place, and someone who cancelled gets the place back', async () => {
  await openPanel('&registration=offered');
  await page.getByRole('button', { name: 'Withdraw offer: Ben Carver' }).click();
  await expectShown(toast('The offer to Ben Carver was withdrawn.'));
  await expectShown(page.getByText('No open offers', { exact: true }));
  expect(await status('Ben')).toBe('waiting');
  await tab(/^Cancelled/).click();
  await page.getByRole('button', { name: 'Restore: Femi Ade' }).click();
  const question = 'They will have a place again. If they were on the waiting list, they rejoin at the end instead.';
  await expectShown(page.getByRole('dialog').getByText(question, { exact: true }));
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expectShown(toast('Femi Ade has a place again.'));
  expect(await status('Femi')).toBe('confirmed');
});

test('WTL-31: selected people on the waiting list are offered places or removed together, even if a colleague deletes one or gives one a place', async () => {
  await setMaximum(25);
  await openPanel('&registration=waiting');
  for (const name of ['Grace Liu', 'Owen Pugh']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Offer a place to 2' }).click();
  await expectShown(page.getByRole('dialog').getByText('This goes 1 over the maximum of 25.'));
  await page.getByRole('dialog').getByRole('button', { name: 'Offer a place to 2' }).click();
  await expectShown(toast('2 people were offered a place.'));
  expect([await status('Grace'), await status('Owen'), await status('Marta')]).toEqual(['offered', 'offered', 'waiting']);
  await tab(/^Offered/).click();
  for (const name of ['Grace Liu', 'Owen Pugh']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Remove 2…' }).click();
  await db.deleteFrom('submissions').where('first_name', '=', 'Grace').execute();
  const owen = db.selectFrom('submissions').select('id').where('first_name', '=', 'Owen');
  await db.updateTable('registrations').set({ status: 'confirmed' }).where('submission_id', 'in', owen).execute();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 2' }).click();
  await expectShown(toast('1 person was removed. 1 person was not, as their status had changed.'));
  expect(await status('Owen')).toBe('confirmed');
});

test('WTL-25: when a later one of several is refused, it shows who was offered a place, and only the others stay selected', async () => {
  await openPanel('&registration=waiting');
  await page.getByRole('checkbox', { name: 'Select Owen Pugh' }).check();
  await page.getByRole('checkbox', { name: 'Select Marta Kowal' }).check();
  let calls = 0;
  await page.route('**/promote', async (route) => {
    calls += 1;
    await (calls === 1 ? route.continue() : route.abort());
  });
  await page.getByRole('button', { name: 'Offer a place to 2' }).click();
  await expectShown(toast('1 person was offered a place. 1 person was not offered a place.'));
  expect([await status('Owen'), await status('Marta')]).toEqual(['offered', 'waiting']);
  await expectShown(page.getByText('1 selected', { exact: true }));
  await page.unrouteAll();
});
