import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { PHONE_HEADER } from '#contract/door.ts';
import { DAY_MS } from '#contract/time.ts';
import { chromiumPath } from '../scripts/chromium.ts';
import { timed } from './csv.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { FLAGS } from './support/staff-browser.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';
import { fill } from './support/volume.ts';

const PEOPLE = 2_000;
const SLOWER = 4;
const ROUNDS = 7;
/** Each makes at most 120 calls a minute. */
const PHONES = 5;
const CALLS = 400;
const MANY = 50;
const ascending = (a: number, b: number): number => a - b;
const [HERE, NOT_HERE] = ['.row[aria-pressed=true]', '.row[aria-pressed=false]'];

type Act = Readonly<{ target: string; typed?: string; ready: string; count: number }>;

/** Milliseconds from a click or a key to the frame that shows this many of what is awaited. Runs in the page. */
async function timeAct({ target, typed, ready, count }: Act): Promise<number> {
  const element = document.querySelector<HTMLElement>(target);
  const startedAt = performance.now();
  if (typed === undefined) element?.click();
  else {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, typed);
    element?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (document.querySelectorAll(ready).length < count);
  return performance.now() - startedAt;
}

/** Opens the door on a slow phone, and uses it. */
async function measureScreen(page: Page, url: string, tapElsewhere: (place: number) => Promise<unknown>): Promise<Finding[]> {
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const [usable, shown, keys, taps]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let visit = 0; visit < ROUNDS; visit += 1) {
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('.row').first().waitFor();
    usable.push(await page.evaluate(() => performance.now()));
    await sleep(1_000);
  }
  for (let place = 0; place < ROUNDS; place += 1) {
    const startedAt = performance.now();
    await tapElsewhere(place);
    await page.locator(HERE).nth(place).waitFor();
    shown.push(performance.now() - startedAt);
  }
  for (const typed of ['k', 's', 'z', 'o', 'm', 'n']) {
    keys.push(await page.evaluate(timeAct, { target: 'input', typed, ready: '.row mark:not(:empty)', count: 1 }));
    // Rows that have just moved take no taps.
    await sleep(600);
    const count = 1 + (await page.locator(HERE).count());
    taps.push(await page.evaluate(timeAct, { target: NOT_HERE, ready: HERE, count }));
    await sleep(600);
  }
  const phone = `on a phone ${SLOWER} times slower, ${PEOPLE} people`;
  return [
    { what: `door usable ${phone}`, figure: median(usable), unit: 'ms', limit: { atMost: 1_000 } },
    { what: 'a tap of another phone shown there, longest', figure: Math.max(...shown), unit: 'ms', limit: { atMost: 3_000 } },
    { what: 'from a key to the people found there', figure: median(keys), unit: 'ms', limit: { atMost: 50 } },
    { what: 'from a tap there until it is kept and shown', figure: median(taps), unit: 'ms', limit: { atMost: 100 } },
  ];
}

async function measure({ databaseUrl, server, pool, post }: StaffCalls, page: Page): Promise<Finding[]> {
  const event = { starts_at: new Date(), ends_at: new Date(Date.now() + DAY_MS) };
  const [{ seriesId, eventIds }] = await fill(databaseUrl, { signUps: PEOPLE, chosen: 'array[1]', plan: { event } });
  const path = `/api/event_series/${seriesId}/event/${eventIds[0]}`;
  const token = /#([\w-]+)/.exec(JSON.stringify(await post(`${path}/door_link/add`, { label: 'Front door' })))?.[1] ?? '';
  const phones = Array.from({ length: PHONES }, () => randomUUID());
  const call = async (number: number, name: string, body: object): Promise<void> => {
    const headers = { authorization: `Door ${token}`, [PHONE_HEADER]: phones[number % PHONES] ?? '', 'content-type': 'application/json' };
    const { status } = await fetch(`${server}/api/door/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`${name} answered ${status}`);
  };
  const inOrder = `select id from submissions order by lower(last_name || E'\\t' || first_name) collate turnout_names, id`;
  const { rows } = await pool.query<{ id: string }>(inOrder);
  const tap = async (number: number, from: number, count = 1): Promise<void> => {
    const at = new Date().toISOString();
    const taps = rows.slice(from, from + count).map(({ id }) => ({ id: randomUUID(), at, submission_id: id, here: true }));
    await call(number, 'taps', { sent_at: at, taps });
  };
  for (const number of phones.keys()) await call(number, 'open', {});
  const screen = await measureScreen(page, `${server}/door#${token}`, async (place) => tap(0, place));
  const [taps, edits, many]: [number[], number[], number[]] = [[], [], []];
  for (let number = 0; number < CALLS; number += 1) {
    const { id = '' } = rows[600 + number] ?? {};
    taps.push(await timed(async () => tap(number, 100 + number)));
    edits.push(await timed(async () => post(`${path}/submission/${id}/edit`, { job_title: `Chemist ${number}` })));
  }
  for (let from = 1_000; from < PEOPLE; from += MANY) many.push(await timed(async () => tap(from / MANY, from, MANY)));
  const p99 = (times: readonly number[]) => quantile(times.toSorted(ascending), 0.99);
  return [
    ...screen,
    { what: 'p99 of a tap, to that of an edit of an attendee', figure: p99(taps) / p99(edits), unit: '×', limit: { atMost: 1 } },
    { what: `a call of ${MANY} taps, to one of one`, figure: median(many) / median(taps), unit: '×', limit: { atMost: 5 } },
  ];
}

/** Measures the door of an event with 2,000 people: its screen in Chromium, and its calls. Run `npm run build` first. */
export async function benchDoor(): Promise<Finding[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    return await withStaffCalls(async (calls) => measure(calls, page));
  } finally {
    await browser.close();
  }
}
