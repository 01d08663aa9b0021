import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessibleViews } from '../support/browser.ts';
import { addSignUpsOnDays, addViews, dayAgo } from './statistics-rows.ts';
import { cardText, exported, lineChart, startStatisticsScreen } from './statistics-screen.ts';

const screen = await startStatisticsScreen();
const { db, series } = screen;

beforeEach(async () => {
  await addSignUpsOnDays(db, series().id, series().events.slice(0, 1), { [dayAgo(2)]: 6, [dayAgo(40)]: 4, [dayAgo(400)]: 1 });
  await addViews(db, series().id, dayAgo(2), 24);
  await addViews(db, series().id, dayAgo(40), 40);
});

describe('EXTRA-26: the chosen range', () => {
  test('USE-18: views, sign-ups and rate are next to those of the previous range, and the text says which days', async () => {
    const page = await screen.open();
    await page.getByText('40 before').waitFor();
    expect(await cardText(page, 'Views')).toBe('Views 24 40 before -40%');
    expect(await cardText(page, 'Sign-ups')).toBe('Sign-ups 6 4 before +50%');
    expect(await cardText(page, 'Rate')).toBe('Rate 25.00% 10.00% before +15.00');
    await page.getByText(/ to .*, compared with the 31 days before, /).waitFor();
  });

  test('this quarter, this year and all are presets; all has no previous range', async () => {
    const page = await screen.open();
    const choose = async (name: string) => page.getByRole('button', { name, exact: true }).click();
    const held = Promise.withResolvers<void>();
    await page.route('**/statistics?**', async (route) => held.promise.then(() => route.continue()));
    await choose('This year');
    await page.locator('[aria-busy="true"]').getByText('Busiest day').waitFor();
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText(/^So far: 1 Jan .* of the (year|quarter|month) before, 1 /).waitFor();
    await choose('This quarter');
    await page.getByText(/^So far: 1 (Jan|Apr|Jul|Oct) .* of the (quarter|month) before, 1 /).waitFor();
    await choose('All');
    await page.getByText(/^All days: 1 /).waitFor();
    await expect.poll(async () => cardText(page, 'Sign-ups')).toBe('Sign-ups 11');
    expect(await page.getByRole('button', { name: 'All', exact: true }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('EXTRA-27: Export', () => {
  test('of a chart saves its figures, and the chart as SVG and as PNG', async () => {
    const page = await screen.open({ acceptDownloads: true });
    await lineChart(page).locator('.recharts-line-curve').waitFor();
    const csv = await exported(page, /^Export Daily sign-ups/, 'Figures (CSV)');
    expect(csv.name).toMatch(/^leadership-essentials-daily-sign-ups,[^%]*\.csv$/);
    const lines = csv.content.toString().trim().split('\r\n');
    expect(lines).toHaveLength(32);
    expect(lines).toContain(`"${dayAgo(2)}","6"`);
    const svg = (await exported(page, /^Export Daily sign-ups/, 'Picture (SVG)')).content.toString();
    expect(svg).toContain('<svg');
    expect(svg).toContain('Submissions');
    expect(svg).not.toContain('var(--');
    expect(svg.match(/<rect/g)?.length).toBeGreaterThan(1);
    const png = await exported(page, /^Export This month/, 'Picture (PNG)');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    expect(png.content.readUInt32BE(16)).toBeGreaterThan(800);
    const months = await exported(page, 'Export Sign-ups by month', 'Figures (CSV)');
    expect(months.content.toString()).toMatch(/"Month","Sign-ups"\r\n"\d{4}-\d\d","\d+"/);
  });

  test('of an empty chart as a picture says that there is none', async () => {
    await db.deleteFrom('submissions').execute();
    const page = await screen.open();
    await page.getByText('No submission data available.').waitFor();
    await page.getByRole('button', { name: /^Export Daily sign-ups/ }).click();
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).waitFor();
    await expectAccessibleViews(page, { fits: true });
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    await page.getByText('The export failed.').waitFor();
    await page.getByText('There is no chart yet, or the browser cannot draw it. Export the figures instead.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  });
});
