import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type Finding, median } from './support/figures.ts';
import { withTurnout } from './support/processes.ts';
import { serverTime } from './support/server-time.ts';
import { type StaffBrowser, tokenOf, withStaffBrowser } from './support/staff-browser.ts';
import { type FilledSeries, fillLargeSeries } from './support/volume.ts';

const VISITS = 7;
/** The first calls find cold connections, which would be half of a shorter mean. */
const STATISTICS_CALLS = 300;
const SCROLLS = 5;
const SCROLL_PIXELS = 6_000;
const PIXELS_PER_SECOND = 2_000;
const FRAME_MS = 1_000 / 60;
const KB = 1_000;

interface Way {
  /** The page that is loaded first, so that none of the target's data is cached. */
  readonly from: string;
  /** The selectors of the element clicked there, and of the one that has to appear. */
  readonly link: string;
  readonly ready: string;
}

/** Milliseconds from the click to the frame that shows the target. Runs in the page. */
async function timeClick({ link, ready }: Way): Promise<number> {
  const target = document.querySelector<HTMLElement>(link);
  if (target === null) throw new Error(`There is no ${link}`);
  const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
  const startedAt = performance.now();
  target.click();
  while (document.querySelector(ready) === null) await nextFrame();
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - startedAt;
}

async function visit(page: Page, way: Way): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number <= VISITS; number += 1) {
    await page.goto(way.from, { waitUntil: 'networkidle' });
    await page.locator(way.link).first().waitFor();
    times.push(await page.evaluate(timeClick, way));
  }
  // The first round is a warm-up.
  return median(times.slice(1));
}

/** The times at which the page drew a frame. Runs in the page. */
async function recordFrames(milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < milliseconds) times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
  return times;
}

/** The percentage of dropped frames, at 60 a second: a gap of three frame times means two dropped frames. */
function dropped(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return (100 * lost) / (lost + gaps.length);
}

interface DroppedFrames {
  /** The percentages of the rounds. */
  readonly scrolling: readonly number[];
  /** Without scrolling: frames that the machine drops anyway. */
  readonly still: number;
}

/** Scrolls through the attendees with the wheel, so that further pages are loaded. */
async function scroll(page: Page, url: string): Promise<DroppedFrames> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const table = page.getByRole('table', { name: 'Attendees of Day 1' });
  await table.evaluate((element) => element.scrollIntoView());
  const box = await table.boundingBox();
  if (box === null) throw new Error('The table is not in view');
  const milliseconds = (SCROLL_PIXELS / PIXELS_PER_SECOND) * 1_000;
  const still = dropped(await page.evaluate(recordFrames, milliseconds));
  const devtools = await page.context().newCDPSession(page);
  const scrolling: number[] = [];
  for (let number = 0; number < SCROLLS; number += 1) {
    const [times] = await Promise.all([
      page.evaluate(recordFrames, milliseconds),
      devtools.send('Input.synthesizeScrollGesture', {
        x: box.x + box.width / 2,
        y: Math.min(box.y + 300, 800),
        yDistance: -SCROLL_PIXELS,
        speed: PIXELS_PER_SECOND,
        gestureSourceType: 'mouse',
      }),
    ]);
    scrolling.push(dropped(times));
  }
  const shown = await page.getByText(/ of 10,000 shown/).textContent();
  if (shown === null || /^[1-3]00 of/.test(shown)) throw new Error(`It was not scrolled: ${shown}`);
  return { scrolling, still };
}

/** The compressed bytes of script that the dashboard loads with an empty cache. */
async function scriptOfDashboard(openFresh: StaffBrowser['openFresh'], url: string): Promise<number> {
  const context = await openFresh();
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(`${url}/home`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'The large series' }).waitFor();
  const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
  await context.close();
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function statisticsTime(page: Page, url: string, { seriesId }: FilledSeries): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  return serverTime(url, 'GET /api/event_series/:id/statistics', async () => {
    for (let number = 0; number < STATISTICS_CALLS; number += 1) {
      const response = await fetch(`${url}/api/event_series/${seriesId}/statistics`, { headers });
      if (!response.ok) throw new Error(`The statistics answered ${response.status}`);
      await response.json();
    }
  });
}

async function look({ page, openFresh }: StaffBrowser, url: string, series: FilledSeries): Promise<Finding[]> {
  const path = `/the-large-series/events-series/${series.seriesId}`;
  const card = `a[href="${path}"]`;
  const script = await scriptOfDashboard(openFresh, url);
  const toDashboard = await visit(page, { from: url + path, link: 'header a[href="/home"]', ready: card });
  const toSeries = await visit(page, { from: `${url}/home`, link: card, ready: 'fieldset[aria-label="Tools for Day 1"] button' });
  const statistics = await statisticsTime(page, url, series);
  const frames = await scroll(page, `${url}${path}?event=${series.eventIds[0]}`);
  return [
    { what: 'dashboard, from the click until it can be used', figure: toDashboard, unit: 'ms', limit: { atMost: 500 } },
    { what: 'page of a series of 100,000 sign-ups, in the same way', figure: toSeries, unit: 'ms', limit: { atMost: 250 } },
    { what: 'statistics of that series, by the clock of the server', figure: statistics, unit: 'ms', limit: { atMost: 50 } },
    { what: 'frames dropped while 10,000 attendees are scrolled', figure: median(frames.scrolling), unit: '%', limit: { atMost: 5 } },
    { what: 'frames dropped while nothing moves', figure: frames.still, unit: '%' },
    { what: 'script of the dashboard, gzip', figure: script / KB, unit: 'kB', limit: { atMost: 230 } },
  ];
}

/** Measures the built staff screens in Chromium, with a series of 100,000 sign-ups, 10,000 of them for one event. Run `npm run build` first. */
export async function benchStaff(): Promise<Finding[]> {
  // With a stream open, no page would ever count as idle.
  return withTurnout({ LIVE_UPDATES: 'false' }, async ({ databaseUrl, url }) => {
    const series = await fillLargeSeries(databaseUrl);
    return withStaffBrowser(url, async (staff) => look(staff, url, series));
  });
}
