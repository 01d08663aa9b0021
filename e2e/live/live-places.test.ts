import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openPage, signIn } from '../support/browser.ts';
import type { LimitedSeries } from '../support/limited-rows.ts';
import { startLimitedScreen } from '../support/limited-screen.ts';
import { addAttendees } from '../support/series-rows.ts';

const { db, url, browser, open } = await startLimitedScreen();
const colleague = await openPage(browser);
await signIn(colleague, url, /Sam Okafor/);

let series: LimitedSeries;
let page: Page;

beforeEach(async () => {
  ({ series, page } = await open());
});

const table = (name: string): Locator => page.getByRole('table', { name: `${name} Fire safety, day 1` });

async function openList(query = ''): Promise<void> {
  const opens = page.waitForResponse((response) => response.url().includes('/api/live?'));
  await page.goto(`${url}${series.path}?event=${series.events.first}${query}`);
  await opens;
}

/** The colleague's call about someone who signed up for the event. */
async function post(lastName: string, act: 'cancel' | 'promote', sent: object): Promise<void> {
  const { id } = await db
    .selectFrom('submissions')
    .innerJoin('registrations', 'registrations.submission_id', 'submissions.id')
    .select('submissions.id')
    .where('event_id', '=', series.events.first)
    .where('last_name', '=', lastName)
    .executeTakeFirstOrThrow();
  const status = await colleague.evaluate(
    async ([to, body]) => {
      const { token } = JSON.parse(localStorage.getItem('turnout:session') ?? '{}');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(to, { method: 'POST', headers, body })).status;
    },
    [`/api/event_series/${series.id}/event/${series.events.first}/submission/${id}/${act}`, JSON.stringify(sent)] as const,
  );
  expect(status).toBe(200);
}

test('LIV-17, WTL-24: someone who leaves the attendees for another list is not called deleted, and someone who comes from one is announced', async () => {
  await openList();
  await table('Attendees of').waitFor();
  await post('Number 1', 'cancel', { tell: false, note: null });
  const gone = table('Attendees of').locator('tr').filter({ hasText: 'No longer in this list' });
  await gone.waitFor();
  expect(await page.getByText(/Deleted by/).count()).toBe(0);
  await page.getByRole('button', { name: 'All 22', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /The list has changed/ }).count()).toBe(0);
  await post('Kowal', 'promote', { as: 'confirmed' });
  await page.getByRole('button', { name: /The list has changed/ }).click();
  await table('Attendees of').getByText('Marta Kowal').waitFor();
  expect(await gone.count()).toBe(0);
});

test('WTL-24: a waiting list that was scrolled far stays in place, and says when it has changed', async () => {
  const people = Array.from({ length: 330 }, (_, index) => ({ first_name: 'Waiting', last_name: `Person ${index}` }));
  const ids = await addAttendees(db, series.id, [series.events.first], people);
  await db.updateTable('registrations').set({ status: 'waiting' }).where('submission_id', 'in', ids).execute();
  await db
    .insertInto('waiting_entries')
    .values(ids.map((id, index) => ({ event_id: series.events.first, submission_id: id, list_order: 100 + index, joined_at: new Date() })))
    .execute();
  await openList('&registration=waiting');
  const region = page.getByRole('region', { name: 'Waiting list for Fire safety, day 1' });
  await region.waitFor();
  for (const shown of [100, 200, 300, 333]) {
    await page.getByText(`${shown} of 333 shown`).waitFor();
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  }
  const top = await region.evaluate((element) => element.scrollTop);
  await post('Pugh', 'promote', { as: 'confirmed' });
  const news = page.getByRole('button', { name: /The list has changed/ });
  await news.waitFor();
  expect(await page.getByText('333 of 333 shown').count()).toBe(1);
  expect(await region.evaluate((element) => element.scrollTop)).toBe(top);
  await news.click();
  await page.getByText('100 of 332 shown').waitFor();
});

test('LIV-18: what is saved in another tab is shown as such, next to what was typed here, until a colleague saves as well', async () => {
  const tab = await page.context().newPage();
  const venueOf = (on: Page) => on.getByRole('textbox', { name: 'Venue', exact: true });
  const opens = page.waitForResponse((response) => response.url().includes('/api/live?'));
  await page.goto(`${url}${series.path}/event/${series.events.first}/edit`);
  await opens;
  await venueOf(page).fill('Typed here');
  await tab.goto(page.url());
  await venueOf(tab).fill('Saved there');
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  await tab.getByText('Success!').waitFor();
  await page.bringToFront();
  await page.getByText('You saved ‘Saved there’ in another tab.').waitFor();
  await page.getByText('You have just saved this page in another tab.').waitFor();
  await page.getByRole('button', { name: 'Keep this: Venue' }).waitFor();
  await colleague.goto(page.url());
  await colleague.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title');
  await colleague.getByRole('button', { name: 'Save', exact: true }).click();
  // Of two it is not known who saved which value.
  await page.getByText('Someone else saved ‘Saved there’ in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Keep mine: Venue' }).click();
  expect(await venueOf(page).inputValue()).toBe('Typed here');
  await tab.close();
});
