import { beforeEach, describe, expect, test } from 'vitest';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { DESKTOP, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { chooseDate, fillIn } from '../support/new-event.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

// The viewer's time zone must not matter: events are in the server's.
const page = await openPage(browser, { storageState, timezoneId: 'America/New_York' });

let path = '';

beforeEach(async () => {
  await page.unrouteAll();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, { title: 'Leadership Essentials' });
  for (let number = 1; number <= 12; number += 1)
    await buildEvent(db, seriesId, { title: `Event ${number}`, starts_at: `2030-01-${number + 9}T09:00:00Z` });
  path = `/leadership-essentials/events-series/${seriesId}`;
  await page.goto(`${url}${path}/add`);
  await page.getByLabel('Title').waitFor();
});

const send = async () => page.getByRole('button', { name: 'Add Event' }).click();
const storedEvents = async () => db.selectFrom('events').selectAll().where('title', 'not like', 'Event %').execute();

const unfold = async () => page.getByRole('button', { name: 'More', expanded: false }).click();

async function typeCalendarId(id: string): Promise<void> {
  await page.getByLabel('Not in Google Calendar').uncheck();
  await page.getByLabel('Calendar ID').fill(id);
}

describe('the form', () => {
  test('EV-1, EV-2, USE-2: what an event needs is in one view, the rest is collapsed under More', async () => {
    const labels = async () => page.locator('form label').allInnerTexts();
    const first = ['Title', 'Date', 'End', 'Venue', 'Places', 'Close when full'];
    expect(await labels()).toEqual(first);
    await expectAccessibleViews(page);
    await unfold();
    const folded = ['Calendar ID', 'Not in Google Calendar', 'Copper tag', 'Target participants', 'Show on form', 'Brunch event'];
    expect(await labels()).toEqual([...first, ...folded, 'Address', 'Join link']);
    await expectAccessibleViews(page);
    expect(await page.getByLabel('Not in Google Calendar').isChecked()).toBe(true);
    expect(await page.getByLabel('Show on form').isChecked()).toBe(true);
    expect(await page.getByLabel('Brunch event').isChecked()).toBe(false);
  });

  test('VAL-21, USE-35: missing values are alerted once, named at their fields and focused, and nothing is sent', async () => {
    await unfold();
    await typeCalendarId('c_1');
    await page.getByLabel('Title').fill('   ');
    await send();
    await page.getByRole('alert').getByText(FILL_REQUIRED_FIELDS).waitFor();
    expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
    await expectFocused(page.getByLabel('Title'));
    expect(await page.getByText(FILL_REQUIRED_FIELDS).count()).toBe(1);
    await expectShown(page.getByText('Please enter a title'));
    expect(await page.getByLabel('Calendar ID').getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.getByLabel('Calendar ID').inputValue()).toBe('c_1');
    await expectAccessibleViews(page);
    expect(await storedEvents()).toEqual([]);
    await page.setViewportSize(PHONE);
    expect((await page.getByRole('alert').getByText(FILL_REQUIRED_FIELDS).boundingBox())?.height).toBeLessThan(24);
  });

  test('the date field has the focus again once a date is chosen', async () => {
    await chooseDate(page);
    await expectFocused(page.getByRole('button', { name: 'Date' }).first());
  });

  test('USE-76: a time pasted into hours or minutes sets both, and any other text changes nothing', async () => {
    await page.getByRole('button', { name: 'Date' }).first().click();
    const picker = page.getByRole('dialog', { name: 'Date and time' });
    const [hours, minutes] = [picker.getByLabel('Hours'), picker.getByLabel('Minutes')];
    const pasted = [
      [hours, '14:30', '14:30'],
      [minutes, '2:45 pm', '14:45'],
      [minutes, '10', '14:45'],
      [hours, 'at noon', '14:45'],
      [hours, '9.15', '09:15'],
    ] as const;
    for (const [into, text, time] of pasted) {
      await into.evaluate((input, copied) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', copied);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
      await expect.poll(async () => `${await hours.inputValue()}:${await minutes.inputValue()}`, { message: text }).toBe(time);
    }
    await page.keyboard.press('Escape');
  });

  test('axe finds nothing, also in the calendar', async () => {
    await expectAccessibleViews(page);
    await page.getByRole('button', { name: 'Date' }).click();
    await page.getByRole('dialog', { name: 'Date and time' }).getByLabel('Hours').waitFor();
    await expectAccessibleViews(page, { fits: true });
    await page.keyboard.press('Escape');
  });

  test('at 400 % all buttons of the bottom bar are within the screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const boxes = await Promise.all(
      (await page.locator('[data-bottom-bar] :is(a, button)').all()).map(async (button) => button.boundingBox()),
    );
    expect(boxes.map((box) => box !== null && box.x >= 0 && box.x + box.width <= 320)).toEqual([true, true, true]);
  });
});

describe('adding', () => {
  test('EV-5, D7: date and time are in TIME_ZONE, wherever the viewer is, and the zone is named', async () => {
    await fillIn(page);
    await page.getByText(/Europe\/London, (GMT|BST) on that day/).waitFor();
    const shown = await page.getByRole('button', { name: 'Date' }).first().textContent();
    expect(shown).toMatch(/^\w{3} 15 \w{3} 20\d\d, 09:30$/);
    await unfold();
    await typeCalendarId('c_feedback');
    await page.getByLabel('Copper tag').fill('feedback');
    await page.getByLabel('Brunch event').check({ force: true });
    await send();
    await page.getByRole('article', { name: 'Giving feedback that works' }).waitFor();
    const [event] = await storedEvents();
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', hour: '2-digit', minute: '2-digit' });
    expect(clock.format(event?.starts_at ?? undefined)).toBe('15, 09:30');
    expect(event).toMatchObject({ calendar_id: 'c_feedback', copper_tag: 'feedback', is_brunch: true, is_on_form: true });
  });

  test('USE-2: returns to the series page, with the new card in view and focused; the toast leads to the limit of its places', async () => {
    await fillIn(page);
    await send();
    const card = page.getByRole('article', { name: 'Giving feedback that works' });
    await card.waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await expectFocused(card);
    const box = await card.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(DESKTOP.height - 64);
    await page.getByRole('button', { name: 'Limit places…' }).click();
    const full = page.getByRole('switch', { name: 'Close when full' });
    await expectFocused(full);
    const [maximum, beside] = [await page.getByLabel('Maximum participants').boundingBox(), await full.boundingBox()];
    expect([beside!.x > maximum!.x + maximum!.width, Math.abs(beside!.y - maximum!.y) < maximum!.height]).toEqual([true, true]);
  });

  test('USE-2, VAL-21: places, waiting list and an end an hour after the start are added in one go, but not without an emptied calendar ID', async () => {
    await fillIn(page);
    const end = page.getByRole('button', { name: 'End', exact: true });
    expect(await end.textContent()).toBe('Choose date and time');
    await end.click();
    await page.getByRole('dialog', { name: 'Date and time' }).getByRole('button', { name: 'Use this date and time' }).press('Enter');
    expect(await end.textContent()).toMatch(/^\w{3} 15 \w{3} 20\d\d, 10:30$/);
    const places = page.getByLabel('Places', { exact: true });
    const closes = page.getByRole('switch', { name: 'Close when full' });
    await places.fill('12');
    expect(await closes.isChecked()).toBe(true);
    await places.fill('');
    expect(await closes.isChecked()).toBe(false);
    await places.fill('9');
    await page.getByLabel('Waiting list').selectOption('Timed offer');
    await page.getByLabel('Venue').fill('Harbour House');
    await unfold();
    await page.getByLabel('Not in Google Calendar').uncheck();
    await page.getByRole('button', { name: 'More' }).click();
    await send();
    await expectShown(page.getByText('Please enter a calendar ID'));
    await page.getByLabel('Not in Google Calendar').check();
    await send();
    await page.getByRole('article', { name: 'Giving feedback that works' }).waitFor();
    expect(await page.getByRole('button', { name: 'Limit places…' }).count()).toBe(0);
    const [event] = await storedEvents();
    expect(event).toMatchObject({
      calendar_id: 'none',
      venue: 'Harbour House',
      maximum_participants: 9,
      closes_when_full: true,
      waiting_list: 'offer',
    });
    expect(event!.ends_at!.getTime() - event!.starts_at!.getTime()).toBe(3_600_000);
  });

  test('an event that is not on the form is shown among the disabled ones', async () => {
    await fillIn(page);
    await unfold();
    await page.getByLabel('Show on form').uncheck({ force: true });
    await send();
    await page.getByRole('article', { name: 'Giving feedback that works' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${path}/show-disabled-events`);
  });

  test('Ctrl+S saves, also from inside a field', async () => {
    await fillIn(page);
    await page.getByLabel('Venue').press('Control+s');
    await expectShown(page.getByRole('article', { name: 'Giving feedback that works' }));
  });
});

describe('USE-48, USE-49: made easy', () => {
  test('USE-7: required fields are named, only the ID of a pasted calendar link is kept, and an unlikely ID brings a warning', async () => {
    await expectShown(page.getByText('Title and date are required. The rest is optional.'));
    await unfold();
    await page.getByLabel('Not in Google Calendar').uncheck();
    await page.getByRole('button', { name: 'Where is it?' }).click();
    const help = page.getByRole('dialog', { name: 'Where the calendar ID is' });
    await expectShown(help.getByRole('img'));
    await expectAccessibleViews(page);
    await help.getByRole('list').press('Escape');
    await help.waitFor({ state: 'hidden' });
    const paste = async (text: string) =>
      page.getByLabel('Calendar ID').evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pasted);
        return input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    expect(await paste('https://calendar.google.com/calendar/u/0/r/eventedit/c_4d81qz0w?hl=en')).toBe(false);
    expect(await page.getByLabel('Calendar ID').inputValue()).toBe('c_4d81qz0w');
    expect(await paste('c_other')).toBe(true);
    const warning = page.getByText('This does not look like the ID of a Google Calendar event.');
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Calendar ID').fill('x');
    await warning.waitFor();
  });

  test('a past date without a time is pointed out immediately and confirmed before anything is sent', async () => {
    await page.getByLabel('Title').fill('Long ago');
    await page.getByRole('button', { name: 'Date' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Date and time' });
    await picker.getByRole('button', { name: 'Previous month' }).press('Enter');
    await picker.getByRole('button', { name: /^15 / }).press('Enter');
    await picker.getByRole('button', { name: 'Use this date and time' }).press('Enter');
    await expectShown(page.getByText('This date is in the past. No time chosen: without an end, the event lasts the whole day.'));
    await send();
    const question = page.getByRole('dialog', { name: 'Add ‘Long ago’ anyway?' });
    await question.waitFor();
    await expectAccessibleViews(page);
    await question.getByRole('button', { name: 'Change the date' }).click();
    await question.waitFor({ state: 'detached' });
    await expectFocused(page.getByRole('button', { name: 'Date' }).first());
    expect(await storedEvents()).toEqual([]);
    await send();
    await question.getByRole('button', { name: 'Add event' }).click();
    await expectShown(page.getByRole('article', { name: 'Long ago' }));
  });

  test('Save and add another begins the next event with what most series repeat', async () => {
    await fillIn(page);
    await page.getByLabel('Venue').fill('Harbour House');
    await unfold();
    await typeCalendarId('c_first');
    await page.getByLabel('Copper tag').fill('feedback');
    await page.getByRole('button', { name: 'Save and add another' }).click();
    await expectShown(page.getByText('Added ‘Giving feedback that works’.'));
    await expect.poll(async () => page.getByLabel('Title').inputValue()).toBe('');
    expect(await page.getByLabel('Title').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Calendar ID').inputValue()).toBe('');
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('feedback');
    expect(await page.getByLabel('Venue').inputValue()).toBe('Harbour House');
    await page.getByLabel('Title').fill('The second one');
    await page.getByLabel('Calendar ID').fill('c_second');
    await chooseDate(page);
    await send();
    await expectShown(page.getByRole('article', { name: 'The second one' }));
    await expectShown(page.getByRole('article', { name: 'Giving feedback that works' }));
    expect(await storedEvents()).toHaveLength(2);
  });

  test('USE-29: the toast does not cover the card’s tools; Undo deletes an event added by mistake, as long as nobody has signed up for it', async () => {
    await fillIn(page);
    await send();
    const card = page.getByRole('article', { name: 'Giving feedback that works' });
    await card.waitFor();
    for (const size of [PHONE, { width: 800, height: 900 }, DESKTOP]) {
      await page.setViewportSize(size);
      // A trial click fails if something covers the tool.
      await card.getByRole('link', { name: 'Edit Event' }).click({ trial: true });
      await page.getByRole('link', { name: 'Add Event' }).click({ trial: true });
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectShown(page.getByText('‘Giving feedback that works’ was deleted.'));
    await card.waitFor({ state: 'detached' });
    expect(await storedEvents()).toEqual([]);

    await page.goto(`${url}${path}/add`);
    await fillIn(page);
    await send();
    await card.waitFor();
    const [event] = await storedEvents();
    await addAttendees(db, event?.form_id ?? '', [event?.id ?? ''], [{}]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectShown(page.getByText('Someone has signed up for it since.'));
    expect(await storedEvents()).toHaveLength(1);
  });
});
