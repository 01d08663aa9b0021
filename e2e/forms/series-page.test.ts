import fs from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { COUNTS } from '#contract/texts/staff.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { chooseMore, DESKTOP, expectAccessible, expectAccessibleViews, expectShown, openPage, PHONE } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { expectFocused, focusedText } from '../support/focus.ts';
import { addAttendees, buildPicturedSeries, type PicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct({ CALENDAR_EVENT_URL: 'https://calendar.example/edit/{id}' });
const page = await openPage(browser, { storageState, acceptDownloads: true });

let series: PicturedSeries;

beforeEach(async () => {
  await page.unrouteAll();
  await db.deleteFrom('forms').execute();
  series = await buildPicturedSeries(db);
  await page.setViewportSize(DESKTOP);
});

/** A day as `yyyy-mm-dd`, in UTC. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const open = async (path = series.path) => page.goto(url + path);
const card = (title: string | RegExp): Locator => page.getByRole('article', { name: title });
const change = () => card('Leading through change');
const more = (title: RegExp): Locator => card(title).getByRole('button', { name: /^More for/ });

/** Collects the API calls with this in their path from now on. */
function callsOf(part: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname.includes(part)) calls.push(pathname);
  });
  return calls;
}

describe('event cards', () => {
  test('SER-6, SER-7, ATT-4, ATT-5, ATT-16, D7: a card names the event, its date with the zone, its sign-ups and its duplicates', async () => {
    await open();
    await change().getByRole('button', { name: '1 repeats an email address' }).waitFor();
    expect(await change().getByTitle(COUNTS.places).innerText()).toMatch(/^\d+\s+Total Signups$/);
    const text = await change().textContent();
    expect(text).toMatch(/\w{3} \d+ \w{3} 20\d\d, \d\d:\d\d (GMT|BST)/);
    expect(text).toContain('Brunch event');
    expect(text).toMatch(/8\s*Total Signups/);
    expect(await card(/Finance/).textContent()).not.toContain('duplicate');
    expect(await card(/Difficult/).textContent()).toMatch(/No sign-ups yet[\s\S]*0\s*Total Signups/);
  });

  test('SER-2, D14: the disabled list shows the other events, and Show on form puts one back', async () => {
    await buildEvent(db, series.id, { title: 'Behind the scenes', is_on_form: false });
    await open();
    await change().waitFor();
    expect(await card('Behind the scenes').count()).toBe(0);
    await open(`${series.path}/show-disabled-events`);
    await card('Behind the scenes').getByText('Hidden', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    await card('Behind the scenes').getByRole('button', { name: 'Show on form' }).click();
    await page.getByText('No hidden events').waitFor();
    await expectAccessibleViews(page);
    await open();
    await card('Behind the scenes').waitFor();
  });

  test('SER-22, SER-23: a visible event in the past says so, and Hide takes it off the form', async () => {
    await open();
    const passed = card(/Finance/);
    await passed.getByText('Date passed, sign-up closed').waitFor();
    expect(await change().getByText('Date passed').count()).toBe(0);
    await db.updateTable('events').set({ closes_at: '2050-01-10T09:00:00Z' }).where('id', '=', series.events.passed).execute();
    await open();
    await passed.getByText(/^Date passed, sign-up open until .*10 Jan 2050/).waitFor();
    await passed.getByRole('button', { name: 'Hide' }).click();
    await passed.waitFor({ state: 'detached' });
    const row = await db.selectFrom('events').select('is_on_form').where('id', '=', series.events.passed).executeTakeFirstOrThrow();
    expect(row.is_on_form).toBe(false);
    expect(await page.getByText('3 events on the form').count()).toBe(1);
  });

  test('SER-13: the calendar link opens the event by its calendar id in a new tab, and is missing without one', async () => {
    await open();
    await more(/Leading/).click();
    const link = page.getByRole('menuitem', { name: 'Calendar' });
    const attributes = await Promise.all(['href', 'target'].map(async (name) => link.getAttribute(name)));
    expect(attributes).toEqual(['https://calendar.example/edit/c_8f2k1m7q', '_blank']);
    await page.keyboard.press('Escape');
    await more(/Difficult/).click();
    await expectShown(page.getByRole('menuitem', { name: 'Delete' }));
    await expect.poll(async () => link.count()).toBe(0);
  });

  test('recent blocked submissions are shown next to the count of events, and nothing if there are none', async () => {
    await open();
    await change().waitFor();
    expect(await page.getByText('refused').count()).toBe(0);
    await db
      .insertInto('blocked_submissions')
      .values([0, 3].map((before) => ({ form_id: series.id, day: daysAgo(before), tries: 700 })))
      .execute();
    await page.reload();
    await expectShown(page.getByText('4 events on the form · 1,400 blocked attempts in 30 days'));
    await expectAccessibleViews(page);
  });

  test('a series without events offers to add the first', async () => {
    const empty = await buildSeries(db, { title: 'Empty' });
    await open(`/empty/events-series/${empty}`);
    await page.getByText('No events in this series yet').waitFor();
    await expectAccessibleViews(page);
    await page.getByRole('link', { name: 'Add Event' }).click();
    await expectShown(page.getByRole('heading', { name: 'Add event' }));
  });
});

describe('email', () => {
  test('SER-11, SER-19: the addresses of a small event are one link in blind copy, each once', async () => {
    const reads = callsOf(series.events.full);
    await open();
    await change().getByText('Full English').waitFor();
    const link = change().getByRole('link', { name: 'Email All Attendees' });
    expect(await link.getAttribute('href')).toBe('mailto:');
    expect(reads.filter((path) => path.endsWith(series.events.full))).toEqual([]);
    await link.hover();
    await expect.poll(() => link.getAttribute('href')).not.toBe('mailto:');
    const href = new URL((await link.getAttribute('href')) ?? '');
    expect(href.protocol).toBe('mailto:');
    expect(href.pathname).toBe('');
    const addresses = href.searchParams.get('bcc')?.split(',') ?? [];
    expect(addresses).toHaveLength(7);
    expect(addresses.filter((address) => /sian/i.test(address))).toHaveLength(1);
  });

  test('SER-11: pressing it fetches the addresses, and no link has fewer people than the card counts', async () => {
    await open();
    await change().getByText('Full English').waitFor();
    const ofEvent = (address: string) => address.includes(`${series.events.full}?`) && address.includes('limit=');
    await page.route(
      ({ href }) => ofEvent(href),
      async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.data.submissions.pop();
        await route.fulfill({ response, json });
      },
    );
    const link = change().getByRole('link', { name: 'Email All Attendees' });
    const answered = page.waitForResponse((response) => ofEvent(response.url()));
    await link.hover();
    await answered;
    expect(await link.getAttribute('href')).toBe('mailto:');
    await page.unrouteAll({ behavior: 'wait' });
    const asked = page.waitForRequest((request) => ofEvent(request.url()));
    await link.click();
    await asked;
  });

  test('SER-12, SER-19: more addresses than a link holds can be copied with commas or semicolons, as chosen last time, or written to in batches that fit', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    await addAttendees(db, series.id, [series.events.passed], [{ email: 'Finance.Leader.0@brightwater.example' }]);
    await open();
    const emailing = card(/Finance/).getByRole('button', { name: 'Email All Attendees' });
    await emailing.click();
    const dialog = page.getByRole('dialog', { name: /Email all attendees/ });
    const shown = (await dialog.getByLabel('Addresses').inputValue()).split(', ');
    expect(shown).toHaveLength(118);
    await dialog.getByRole('button', { name: 'Copy addresses' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('alert').getByText('Addresses copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join(', '));
    await dialog.getByText('Semicolons, for Outlook').click();
    await dialog.getByRole('button', { name: /^Cop/ }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('; '));
    await page.keyboard.press('Escape');
    await emailing.click();
    await expect.poll(() => dialog.getByLabel('Addresses').inputValue()).toBe(shown.join('; '));
    await dialog.getByText('Commas').click();
    const links = await dialog.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    expect(links.every((link) => link.length <= 1_900)).toBe(true);
    expect(links.flatMap((link) => new URL(link).searchParams.get('bcc')?.split(',') ?? [])).toEqual(shown);
    await expectAccessibleViews(page);
  });

  test('without attendees it says that there is nobody to email', async () => {
    await open();
    await card(/Difficult/)
      .getByRole('button', { name: 'Email All Attendees' })
      .click();
    await expectShown(page.getByRole('alert').getByText('Nobody to email yet'));
  });
});

describe('export', () => {
  test('SER-15, EXP-1, EXP-2, EXP-11: Export saves all attendees under the title, the id and the date of the viewer', async () => {
    await open();
    const exporting = change().getByRole('button', { name: 'Export', exact: true });
    const download = await exportBy(exporting);
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-GB').replaceAll('/', '-'));
    expect(download.suggestedFilename()).toBe(`Leading through change - ${series.events.full} - ${today}.csv`);
    const file = fs.readFileSync(await download.path(), 'utf8');
    expect(file.startsWith('\uFEFF')).toBe(true);
    expect(file.trimEnd().split('\r\n')).toHaveLength(9);
    expect(file).toContain('"No nuts, please"');
    const excel = await exportBy(exporting, 'Excel');
    expect(excel.suggestedFilename()).toBe(`Leading through change - ${series.events.full} - ${today}.xlsx`);
    await exporting.click();
    await expect.poll(async () => page.getByRole('radio', { name: 'Excel' }).isChecked()).toBe(true);
    await page.getByRole('dialog').getByText('By first name').click();
    const [sorted] = await Promise.all([
      page.waitForRequest(/sort=first_name/),
      page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(sorted.url()).toContain('format=xlsx');
  });

  test('VAL-22: without data the alert says so and the server is not called', async () => {
    const calls = callsOf('/export');
    await open();
    await card(/Difficult/)
      .getByRole('button', { name: 'Export', exact: true })
      .click();
    await page.getByRole('alert').getByText('No data to export').waitFor();
    expect(calls).toEqual([]);
  });
});

describe('deleting an event', () => {
  const ask = async () => {
    await open();
    await chooseMore(change(), 'Delete');
    return page.getByRole('dialog', { name: 'Delete ‘Leading through change’?' });
  };

  test('SER-9, SER-18, STATE-5: the dialog counts only submissions that are in no other event; Cancel sends nothing and returns the focus', async () => {
    await addAttendees(db, series.id, [series.events.full, series.events.empty], [{ email: 'both@example.com' }]);
    const calls = callsOf('/delete');
    const dialog = await ask();
    await dialog.getByText('9 sign-ups are in this event. 8 of them are not in any other event and will be lost too.').waitFor();
    await dialog.getByText('This action cannot be undone.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expectFocused(more(/Leading/));
    expect(calls).toEqual([]);
  });

  test('SER-9, STATE-6: once confirmed, the event is removed; attendees of another event stay there', async () => {
    await addAttendees(db, series.id, [series.events.full, series.events.empty], [{ email: 'both@example.com' }]);
    const dialog = await ask();
    await dialog.getByRole('button', { name: 'Delete event' }).click();
    await page.getByText('3 events on the form').waitFor();
    await expectFocused(page.getByRole('article', { name: /^Coaching/ }).getByRole('button', { name: 'Attendees', exact: true }));
    const listLeft = async () =>
      db
        .selectFrom('submissions')
        .select('email')
        .where('form_id', '=', series.id)
        .where('email', 'in', ['both@example.com', 'd.okafor@oakfield.example'])
        .execute();
    await expect.poll(listLeft).toEqual([{ email: 'both@example.com' }]);
  });
});

test('the list, an open event and an open attendee are accessible', async () => {
  await open();
  await change().waitFor();
  await expectAccessibleViews(page);
  await change().getByRole('button', { name: 'Attendees', exact: true }).click();
  await page.getByRole('button', { name: 'Details of Tomasz Zieliński' }).click();
  await page.getByText('Failed a step: email').waitFor();
  await expectAccessibleViews(page, { fits: true });
});

test.each([DESKTOP, { width: 768, height: 900 }, PHONE])('tools of a card in one row; a dialog returns the focus, at %o', async (size) => {
  await page.setViewportSize(size);
  await open();
  const row = page.getByRole('group', { name: 'Tools for Leading through change' });
  expect((await row.boundingBox())?.height).toBeLessThan(48);
  await more(/Leading/).click();
  for (const name of ['Add Attendee', 'Email All Attendees', 'Export', 'Edit Event', 'Door links', 'Calendar', 'Copy…'])
    await expectShown(row.or(page.getByRole('menu')).getByText(name));
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(async () => focusedText(page)).toBe('More');
});

test('SER-12: on a phone the focus returns to More from the dialog that the email link opened', async () => {
  const addresses = Array.from({ length: 60 }, (_, index) => ({ email: `somebody.with.a.long.address.${index}@brightwater.example` }));
  await addAttendees(db, series.id, [series.events.full], addresses);
  await page.setViewportSize(PHONE);
  await open();
  await page.getByRole('button', { name: 'More for Leading through change' }).click();
  await page.getByRole('menuitem', { name: 'Email All Attendees' }).click();
  await expectShown(page.getByRole('dialog', { name: /Email all attendees/ }).getByRole('heading', { name: 'In batches' }));
  await page.keyboard.press('Escape');
  await expect.poll(async () => focusedText(page)).toBe('More');
});
