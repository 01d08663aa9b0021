import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDates } from '#admin/ui/format/dates.tsx';
import { expectShown, PHONE } from '../support/browser.ts';
import { addSignUpsOnDays, dayAgo, dayOfMonthAgo } from './statistics-rows.ts';
import { ALWAYS_UTC, endDate, lineChart, rowsOf, startStatisticsScreen } from './statistics-screen.ts';

const screen = await startStatisticsScreen();
const { db, series, url } = screen;
const utc = createDates('UTC');

/** Adds submissions to the first event, by day. */
const signUp = async (counts: Record<string, number>) => addSignUpsOnDays(db, series().id, series().events.slice(0, 1), counts);
const barChart = (page: Page) => page.getByRole('region', { name: "This month's vs last month signups" });

describe('the bar chart', () => {
  beforeEach(async () => {
    const lastMonth = { [dayOfMonthAgo(1, 6)]: 1, [dayOfMonthAgo(1, 7)]: 2, [dayOfMonthAgo(1, 20)]: 3, [dayOfMonthAgo(1, 21)]: 4 };
    await signUp({ ...lastMonth, [dayOfMonthAgo(1, 28)]: 5, [dayOfMonthAgo(0, 1)]: 6 });
  });

  test('CHART-1, CHART-2, CHART-3, USE-36, CONST-6, CONST-7: four weeks, both months as text, each bar with its value', async () => {
    const page = await screen.open();
    await barChart(page).locator('svg.recharts-surface').waitFor();
    const texts = await barChart(page).locator('.recharts-xAxis-tick-labels text').allTextContents();
    expect(texts).toEqual(['Week 1', 'Week 2', 'Week 3', 'Week 4']);
    expect(await barChart(page).locator('.recharts-legend-wrapper p').allTextContents()).toEqual(['This month', 'Last month']);
    expect(await barChart(page).locator('.recharts-label-list text').allTextContents()).toEqual(['6', '0', '0', '0', '1', '2', '3', '9']);
  });

  test('CHART-4, CHART-5: is 420 high, with bars of radius 4 in green and orange', async () => {
    const page = await screen.open();
    const chart = barChart(page).locator('.recharts-wrapper');
    await chart.waitFor();
    expect((await chart.boundingBox())?.height).toBe(420);
    const bars = await barChart(page)
      .locator('.recharts-bar-rectangle path')
      .evaluateAll((paths) => paths.map((each) => ({ fill: getComputedStyle(each).fill, shape: each.getAttribute('d') ?? '' })));
    expect(new Set(bars.map(({ fill }) => fill))).toEqual(new Set(['rgb(39, 163, 93)', 'rgb(214, 118, 16)']));
    expect(bars.find(({ fill }) => fill === 'rgb(39, 163, 93)')?.shape).toMatch(/A\s?4,4/);
  });

  test('its values can be read as a table, opened by keyboard', async () => {
    const page = await screen.open();
    await barChart(page).getByText('Table of values').press('Enter');
    expect(await rowsOf(page.getByRole('table', { name: 'Sign-ups by week' }))).toEqual([
      ['Week 1', '6', '1'],
      ['Week 2', '0', '2'],
      ['Week 3', '0', '3'],
      ['Week 4', '0', '9'],
    ]);
  });
});

describe('the line chart', () => {
  test('CHART-6, CHART-7, CHART-8, CHART-11: 500 by 300 in a white rounded card with a shadow; one indigo line, its legend top right', async () => {
    await signUp({ [dayAgo(3)]: 4, [dayAgo(1)]: 2 });
    const page = await screen.open();
    const chart = lineChart(page).locator('.recharts-wrapper');
    await chart.waitFor();
    const box = (await chart.boundingBox())!;
    expect([box.width, box.height]).toEqual([500, 300]);
    const frame = await lineChart(page).evaluate((element) => {
      const style = getComputedStyle(element.parentElement!);
      return { ground: style.backgroundColor, radius: style.borderRadius, shadow: style.boxShadow };
    });
    expect(frame).toMatchObject({ ground: 'rgb(255, 255, 255)', radius: '8px' });
    expect(frame.shadow).not.toBe('none');
    const lines = lineChart(page).locator('path.recharts-line-curve');
    expect(await lines.count()).toBe(1);
    const line = await lines.evaluate((each) => ({ colour: getComputedStyle(each).stroke, shape: each.getAttribute('d') }));
    expect(line.colour).toBe('rgb(79, 70, 229)');
    expect(line.shape).toMatch(/^M[^A-Za-z]+(L[^A-Za-z]+)+$/);
    expect(await lineChart(page).locator('.recharts-legend-wrapper').textContent()).toBe('Submissions');
    const legend = (await lineChart(page).getByText('Submissions').boundingBox())!;
    expect(legend.y - box.y).toBeLessThan(28);
    expect(box.x + box.width - (legend.x + legend.width)).toBeLessThan(40);
  });

  test('CHART-9, CHART-10, CHART-17, CHART-20: a point per day, both ends included; labels at 45 degrees in size 12', async () => {
    await signUp({ [dayAgo(31)]: 9, [dayAgo(30)]: 1, [dayAgo(0)]: 2 });
    const page = await screen.open();
    await lineChart(page).locator('.recharts-line-dots').waitFor();
    expect(await lineChart(page).locator('.recharts-line-dots circle').count()).toBe(31);
    const labels = await lineChart(page)
      .locator('.recharts-xAxis-tick-labels text')
      .evaluateAll((texts) =>
        texts.map((each) => ({ words: each.textContent, turn: each.getAttribute('transform'), size: getComputedStyle(each).fontSize })),
      );
    expect(labels).toHaveLength(11);
    expect(labels[0]?.words).toBe(utc.dayOfYear(dayAgo(30)));
    expect(labels.at(-1)?.words).toBe(utc.dayOfYear(dayAgo(0)));
    expect(new Set(labels.map(({ turn }) => /rotate\((-?\d+)/.exec(turn ?? '')?.[1]))).toEqual(new Set(['-45']));
    expect(new Set(labels.map(({ size }) => size))).toEqual(new Set(['12px']));
    expect(await page.getByText('in 31 days').textContent()).toBe('3 in 31 days');
  });

  test('DATA-21, CHART-18, CHART-19: days and labels are those of the events’ zone for a viewer west of it', async () => {
    await signUp({ [dayAgo(2)]: 5 });
    const page = await screen.openBlank({ timezoneId: 'America/Los_Angeles' });
    const zones = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/statistics') && pathname.startsWith('/api/')) zones.add(searchParams.get('zone'));
    });
    await page.goto(url + series().path);
    await expectShown(page.getByText(`days in ${ALWAYS_UTC}, views in UTC`));
    expect([...zones]).toEqual([ALWAYS_UTC]);
    await lineChart(page).locator('.recharts-line-dots').waitFor();
    await page.getByText(`5 on ${utc.day(dayAgo(2))}`).waitFor();
    await expect.poll(async () => endDate(page).inputValue()).toBe(utc.day(dayAgo(0)).slice(4));
  });

  test('CHART-12, CHART-13: without submissions in the range it says so', async () => {
    await signUp({ [dayAgo(40)]: 5 });
    const page = await screen.open();
    await page.getByText('No submission data available.').waitFor();
    expect(await page.locator('path.recharts-line-curve').count()).toBe(0);
  });

  test('its values can be read as a table of all days', async () => {
    await signUp({ [dayAgo(2)]: 5 });
    const page = await screen.open();
    await page.getByText('Table of values').last().click();
    const rows = await rowsOf(page.getByRole('table', { name: 'Sign-ups by day' }));
    expect(rows).toHaveLength(31);
    expect(rows.at(-3)).toEqual([utc.day(dayAgo(2)), '5']);
  });
});

test('the label of the first day is not cut, however small the numbers are', async () => {
  await signUp({ [dayAgo(2)]: 5 });
  const page = await screen.open();
  const label = lineChart(page).locator('.recharts-xAxis-tick-labels text').first();
  const [chart, text] = [await lineChart(page).boundingBox(), await label.boundingBox()];
  expect(text?.x).toBeGreaterThanOrEqual(chart?.x ?? Infinity);
});

test('on a phone the line chart scrolls inside its card, the newest day in view', async () => {
  await signUp({ [dayAgo(2)]: 5 });
  const page = await screen.open({ viewport: PHONE });
  await lineChart(page).locator('.recharts-line-dots').waitFor();
  const place = await lineChart(page).evaluate((element) => element.scrollWidth - element.clientWidth - element.scrollLeft);
  expect(await lineChart(page).evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  expect(place).toBeLessThanOrEqual(1);
});

test('on a phone the numbers of the axis stay at the left while the line chart scrolls', async () => {
  await signUp({ [dayAgo(2)]: 5 });
  const page = await screen.open({ viewport: PHONE });
  await lineChart(page).locator('.recharts-line-dots').waitFor();
  const leftOf = async () =>
    lineChart(page).evaluate((element) => {
      const [number] = element.querySelectorAll('.recharts-yAxis-tick-labels text');
      return Math.round(number!.getBoundingClientRect().left - element.getBoundingClientRect().left);
    });
  await expect.poll(leftOf).toBeGreaterThanOrEqual(0);
  const atTheEnd = await leftOf();
  expect(atTheEnd).toBeLessThan(60);
  await lineChart(page).evaluate((element) => element.scrollTo({ left: 0 }));
  await expect.poll(async () => lineChart(page).evaluate((element) => element.style.getPropertyValue('--scrolled'))).toBe('0px');
  expect(await leftOf()).toBe(atTheEnd);
});
