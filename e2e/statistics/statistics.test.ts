import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDates } from '#admin/ui/format/dates.tsx';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { addSignUpsOnDays, addViews, dayAgo, dayOfMonthAgo, monthAgo } from './statistics-rows.ts';
import { cardText, endDate, exported, lineChart, monthsTable, rowsOf, startDate, startStatisticsScreen } from './statistics-screen.ts';

const screen = await startStatisticsScreen();
const { db, url, series } = screen;
const utc = createDates('UTC');

/** Adds submissions to the first event, by day. */
const signUp = async (counts: Record<string, number>) => addSignUpsOnDays(db, series().id, series().events.slice(0, 1), counts);
const typedAs = (day: string) => utc.day(day).slice(4);

describe('the screen', () => {
  test('R7, SER-1, STAT-1: the tab Statistics leads to it; its header has no add-event button', async () => {
    const page = await screen.openBlank();
    await page.goto(`${url}/leadership-essentials/events-series/${series().id}`);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.waitForURL(`${url}${series().path}`);
    await page.getByRole('heading', { name: 'Events Statistics' }).waitFor();
    expect(await page.getByRole('link', { name: 'Statistics' }).getAttribute('aria-current')).toBe('page');
    expect(await page.getByText('Add Event').count()).toBe(0);
    await page.getByRole('button', { name: 'Settings' }).waitFor();
  });

  test('STAT-15: reads one aggregated call, not one per event', async () => {
    const page = await screen.openBlank();
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/event_series/')) reads.push(new URL(request.url()).pathname);
    });
    await page.goto(`${url}${series().path}`);
    await expectShown(page.getByText('No submission data available.'));
    expect(reads.filter((read) => read.endsWith('/statistics'))).toHaveLength(1);
    expect(reads.filter((read) => read.includes('/event/'))).toEqual([]);
  });

  test('STAT-2: the cards count all events, those on the form and those off it', async () => {
    const page = await screen.open();
    await page.getByText('in this series').waitFor();
    expect(await cardText(page, 'Total events')).toBe('Total events 3 in this series');
    expect(await cardText(page, 'On going events')).toBe('On going events 2 on the form');
    expect(await cardText(page, 'Completed events')).toBe('Completed events 1 hidden');
  });

  test('STAT-3, STAT-4, STAT-5, STAT-6, STAT-7, STAT-8, STAT-16, STAT-17: the months, newest first, with their change', async () => {
    await signUp({ [dayOfMonthAgo(1, 5)]: 7, [dayOfMonthAgo(2, 5)]: 7 });
    // Counts once although it is in two events, one of them off the form.
    await addSignUpsOnDays(db, series().id, series().events, { [dayOfMonthAgo(4, 20)]: 3 });
    const page = await screen.open();
    await monthsTable(page).getByText('No change').waitFor();
    expect(await monthsTable(page).getByRole('columnheader').allTextContents()).toEqual(['Date (MM / YYYY)', 'Numb of signups', 'Change']);
    expect(await rowsOf(monthsTable(page))).toEqual([
      [`${monthAgo(0)} This month`, '0', '-7 so far'],
      [monthAgo(1), '7', 'No change'],
      [monthAgo(2), '7', '+7'],
      [monthAgo(3), '0', '-3'],
      [monthAgo(4), '3', '–'],
    ]);
    await expectShown(page.getByText(/^1(?: to \d+)? \w+ so far: 0 sign-ups, (?:as many as|7 fewer than) (?:on 1|from 1 to \d+) \w+\.$/));
    const colours = await monthsTable(page)
      .locator('[data-kind]')
      .evaluateAll((changes) => changes.map((change) => [change.getAttribute('data-kind'), getComputedStyle(change).color]));
    expect(colours).toContainEqual(['grown', 'rgb(21, 119, 63)']);
    expect(colours).toContainEqual(['fallen', 'rgb(176, 38, 32)']);
  });

  test('a print has all months, which scroll on the screen', async () => {
    await signUp({ [dayOfMonthAgo(35, 5)]: 1 });
    const page = await screen.open();
    const box = page.getByRole('region', { name: 'Sign-ups by month' });
    const hidden = async () => box.evaluate((section) => section.scrollHeight - section.clientHeight);
    await expect.poll(hidden).toBeGreaterThan(500);
    await page.emulateMedia({ media: 'print' });
    expect(await hidden()).toBeLessThanOrEqual(1);
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
  });

  test('ATD-13, ATD-44: events that are over and to which someone came have a row each, and one for all, which are exported', async () => {
    const [id = ''] = series().events;
    await signUp({ [dayAgo(3)]: 4 });
    await db.updateTable('events').set({ title: 'Give 110%', starts_at: '2020-01-12T09:30:00Z' }).where('id', '=', id).execute();
    const people = await db.selectFrom('registrations').select('submission_id').where('event_id', '=', id).limit(3).execute();
    const came = db.updateTable('registrations').set({ attended_at: '2020-01-12T09:20:00Z' });
    await came
      .where(
        'submission_id',
        'in',
        people.map(({ submission_id: person }) => person),
      )
      .execute();
    const page = await screen.open();
    const table = page.getByRole('table', { name: 'Attendance' });
    await table.waitFor();
    const figures = ['4', '3', '–', '1', '75.00%', '–'];
    const [all, one] = [
      ['All', '1 event', ...figures],
      ['Sun 12 Jan 2020', 'Give 110%', ...figures],
    ];
    expect(await rowsOf(table)).toEqual([one, all]);
    await expectAccessibleViews(page);
    const { content } = await exported(page, 'Export Attendance', 'Figures (CSV)');
    expect(content.toString()).toContain('"2020-01-12","Give 110%","4","3","0","1","75.00%"');
    const { name, content: excel } = await exported(page, 'Export Attendance', 'Figures (Excel)');
    expect(name).toBe('leadership-essentials-attendance.xlsx');
    const { sheets } = await readXlsx(excel);
    expect(sheets[0]?.rows[1]).toEqual([new Date('2020-01-12'), 'Give 110%', 4, 3, 0, 1, 0.75, '–']);
  });

  test('STAT-9, STAT-10, CONST-8, CONST-10: views and rate of this month, each with the value of last month', async () => {
    await signUp({ [dayOfMonthAgo(0, 1)]: 2, [dayOfMonthAgo(1, 28)]: 1 });
    await addViews(db, series().id, dayOfMonthAgo(0, 1), 1_200);
    await addViews(db, series().id, dayOfMonthAgo(1, 1), 2);
    await addViews(db, series().id, dayOfMonthAgo(1, 28), 1);
    await addViews(db, series().id, dayOfMonthAgo(12, 1), 500);
    const page = await screen.open();
    await page.getByText('1,200').first().waitFor();
    expect(await cardText(page, 'Total Views')).toBe('Total Views 1,200 Last month 3');
    expect(await cardText(page, 'Signup rate')).toBe('Signup rate 0.17% Last month 33.33%');
  });

  test('STAT-10: three sign-ups with one counted view have no rate, and the screen says why', async () => {
    await signUp({ [dayAgo(0)]: 3 });
    await addViews(db, series().id, dayAgo(0), 1);
    const page = await screen.open();
    await expectShown(page.getByText('Some views were not counted.'));
    expect(await cardText(page, 'Signup rate')).toMatch(/^Signup rate – .*Some views were not counted$/);
    expect(await cardText(page, 'Rate')).toContain('Rate –');
  });

  test('CONST-9: without views the rate is 0', async () => {
    await signUp({ [dayOfMonthAgo(0, 1)]: 2 });
    const page = await screen.open();
    await page.getByText('in this series').waitFor();
    expect(await cardText(page, 'Signup rate')).toBe('Signup rate 0.00% Last month 0.00%');
  });
});

describe('the date range', () => {
  beforeEach(async () => {
    await signUp({ [dayAgo(2)]: 5, [dayAgo(60)]: 7 });
  });

  test('STAT-11, STAT-12: "Select Date Range" has both ends, by default the last 30 days up to today', async () => {
    const page = await screen.open();
    await page.getByRole('heading', { name: 'Select Date Range' }).waitFor();
    expect(await startDate(page).inputValue()).toBe(typedAs(dayAgo(30)));
    expect(await endDate(page).inputValue()).toBe(typedAs(dayAgo(0)));
    expect(await page.getByRole('button', { name: 'Last 30 days' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('STAT-13, CHART-16: a typed range applies to the chart, is kept in the address and survives a reload', async () => {
    const page = await screen.open();
    await page.getByText('5 in 31 days').waitFor();
    await startDate(page).fill(typedAs(dayAgo(61)));
    await page.getByText('12 in 62 days').waitFor();
    await endDate(page).fill(dayAgo(50).split('-').toReversed().join('/'));
    await page.getByText('7 in 12 days').waitFor();
    expect(new URL(page.url()).search).toBe(`?from=${dayAgo(61)}&to=${dayAgo(50)}`);
    await page.reload();
    await page.getByText('7 in 12 days').waitFor();
    expect(await startDate(page).inputValue()).toBe(typedAs(dayAgo(61)));
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByText('5 in 31 days').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a day can be chosen from the calendar', async () => {
    const page = await screen.open({ search: '?from=2026-03-01&to=2026-03-20' });
    await startDate(page).click();
    await page.getByRole('button', { name: '16 March 2026' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-03-16&to=2026-03-20');
    await expect.poll(async () => startDate(page).inputValue()).toBe('16 Mar 2026');
  });

  test('STAT-14: errors of the server are shown at the field; the rest of the screen stays', async () => {
    const page = await screen.open({ search: '?from=2026-03-16&to=2026-03-20' });
    await page.getByText('0 in 5 days').waitFor();
    await endDate(page).fill('1 Mar 2026');
    await page.getByText('The start date must not be after the end date').waitFor();
    expect(await startDate(page).getAttribute('aria-invalid')).toBe('true');
    await page.getByText('No submission data available.').waitFor();
    await expectShown(page.getByText('in this series'));
    await expectAccessibleViews(page);
    await endDate(page).fill('31 Mar 2026');
    await page.getByText('0 in 16 days').waitFor();
    expect(await startDate(page).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('an invalid date in the address gets an error at the field', async () => {
    const page = await screen.open({ search: '?from=soon&to=2026-03-20' });
    await expect.poll(async () => startDate(page).getAttribute('aria-invalid')).toBe('true');
    await expectShown(page.getByText('in this series'));
  });
});

describe('the states of the screen', () => {
  test('while loading it shows its frame and "Loading..."; a failure offers Retry', async () => {
    const page = await screen.openBlank();
    const release = await holdRequests(page, '**/api/event_series/**', lose);
    await page.goto(`${url}${series().path}`);
    await page.getByRole('heading', { name: 'Select Date Range' }).waitFor();
    await expectShown(page.getByRole('status').filter({ hasText: 'Loading...' }));
    await expectAccessibleViews(page);
    release();
    await page.getByText('Error: The server could not be reached.').waitFor();
    await expectAccessibleViews(page);
    await page.unroute('**/api/event_series/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByText('in this series'));
  });

  test('ERR-12: a failure to fetch sign-ups is only logged, with no message to the user; Retry fetches them', async () => {
    const page = await screen.openBlank();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const failing = '**/api/event_series/*/statistics*';
    const line = 'GET /event_series/:id/statistics failed: unreachable';
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    const saysNothing = async () => {
      await retry.waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByRole('main').textContent()).not.toMatch(/error|fail|could not|wrong|lost/i);
    };
    await page.route(failing, async (route) => route.abort());
    await page.goto(`${url}${series().path}`);
    await saysNothing();
    await expectAccessibleViews(page);
    expect(logged).toContain(line);
    await page.unroute(failing);
    await retry.click();
    await expectShown(page.getByText('in this series'));

    logged.length = 0;
    await page.route(failing, async (route) => route.abort());
    await startDate(page).fill('2 Mar 2026');
    await saysNothing();
    await expectShown(page.getByText('in this series'));
    expect(logged).toContain(line);
    await page.unroute(failing);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    await expectShown(page.getByText(/^0 in /));
  });

  test('axe finds nothing with the tables and the calendar open', async () => {
    await signUp({ [dayAgo(2)]: 5, [dayOfMonthAgo(1, 3)]: 8, [dayOfMonthAgo(14, 3)]: 1 });
    const page = await screen.open();
    await lineChart(page).locator('.recharts-line-dots').waitFor();
    for (const summary of await page.getByText('Table of values').all()) await summary.click();
    await expectAccessibleViews(page);
    await startDate(page).click();
    await page.getByRole('button', { name: 'Previous month' }).waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
