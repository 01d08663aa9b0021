import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PHONE_HEADER } from '#contract/door.ts';
import { DAY_MS } from '#contract/time.ts';
import { chromiumPath } from '../scripts/chromium.ts';
import { download, timed } from './csv.ts';
import { Streams } from './live.ts';
import { type Finding, median, p99Of, ratioOf } from './support/figures.ts';
import { FLAGS } from './support/staff-browser.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';
import { addSeries, addSignUps, fill, type FilledSeries } from './support/volume.ts';

const [PEOPLE, FEW] = [2_000, 200];
const HERE_PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000);
const SLOWER = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Each makes at most 120 calls a minute. */
const PHONES = 5;
const CALLS = Number(process.env.BENCH_CALLS ?? 400);
const MANY = 50;
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

async function setSlower(page: Page, rate: number): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
}

async function openSlowly(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await setSlower(page, SLOWER);
  return page;
}

/** Milliseconds until a page that `load` loads shows people. */
async function usableAfter(page: Page, load: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < ROUNDS; visit += 1) {
    await load();
    await page.locator('.row').first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await sleep(1_000);
  }
  return median(times);
}

type Screens = Readonly<{ page: Page; url: string; pageOfFew: Page; tapElsewhere: (place: number) => Promise<unknown> }>;

/** Opens the door on a slow phone, and uses it. */
async function measureScreen({ page, url, pageOfFew, tapElsewhere }: Screens): Promise<Finding[]> {
  const [shown, keys, keyRatios, taps]: [number[], number[], number[], number[]] = [[], [], [], []];
  const usable = await usableAfter(page, async () => {
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'commit' });
  });
  for (let place = 0; place < ROUNDS; place += 1) {
    const show = async () => tapElsewhere(place).then(async () => page.locator(HERE).nth(place).waitFor());
    shown.push(await timed(show));
  }
  for (const typed of ['k', 's', 'z', 'o', 'm', 'n']) {
    const key = { target: 'input', typed, ready: '.row mark:not(:empty)', count: 1 };
    const ofFew = await pageOfFew.evaluate(timeAct, key);
    keys.push(await page.evaluate(timeAct, key));
    keyRatios.push((keys.at(-1) ?? Number.NaN) / ofFew);
    // Rows that have just moved do not accept taps.
    await sleep(600);
    const count = 1 + (await page.locator(HERE).count());
    taps.push(await page.evaluate(timeAct, { target: NOT_HERE, ready: HERE, count }));
    await sleep(600);
  }
  const phone = `on a phone ${SLOWER} times slower, ${PEOPLE} people`;
  return [
    { what: `door usable ${phone}`, figure: usable, unit: 'ms', limit: { atMost: 1_000 } },
    { what: 'a tap of another phone shown there, longest', figure: Math.max(...shown), unit: 'ms', limit: { atMost: 3_000 } },
    { what: 'from a key to the people found there', figure: median(keys), unit: 'ms', limit: { atMost: 50 } },
    { what: `that to one with ${FEW} people`, figure: median(keyRatios), unit: '×', limit: { atMost: 2 } },
    { what: 'from a tap there until it is kept and shown', figure: median(taps), unit: 'ms', limit: { atMost: 100 } },
  ];
}

/** Reads an event in which all are marked as here, and one of the same people in which nobody is. */
async function measureMarked({ databaseUrl, server, token, pool, get, post }: StaffCalls): Promise<Finding[]> {
  const [series] = await fill(databaseUrl, { signUps: HERE_PEOPLE, chosen: 'array[1, 2]', plan: { event: { starts_at: new Date() } } });
  const [marked, unmarked] = [pathOf(series, 0), pathOf(series, 1)];
  const { rows } = await pool.query<{ id: string }>('select id from submissions where form_id = $1', [series.seriesId]);
  while (rows.length > 0) await post(`${marked}/attendance`, { ids: rows.splice(0, 500).map(({ id }) => id), here: true });
  const measureReads = async (when: string, limit: Finding['limit']): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (const [what, rounds, read] of [
      ['first 50 attendees', 30, async (path: string) => get(`${path}?limit=50`)],
      ['counts', 30, async (path: string) => get(`${path}/counts`)],
      ['export', 3, async (path: string) => download(`${server}${path}/export`, token)],
    ] as const) {
      const time = (path: string) => async () => timed(async () => read(path));
      const figure = await ratioOf(time(marked), time(unmarked), rounds * ROUNDS);
      findings.push({ what: `${what} of ${HERE_PEOPLE}, all here, to nobody here, ${when}`, figure, unit: '×', limit });
    }
    return findings;
  };
  const early = await measureReads('right after all those taps', undefined);
  // PostgreSQL does so within a minute after a fifth of the rows have changed.
  await pool.query('vacuum registrations');
  return [...early, ...(await measureReads('once that is vacuumed', { atMost: 1.1 }))];
}

const pathOf = ({ seriesId, eventIds }: FilledSeries, event = 0): string => `/api/event_series/${seriesId}/event/${eventIds[event]}`;

async function measure(calls: StaffCalls, browser: Browser): Promise<Finding[]> {
  const { databaseUrl, turnout, server, token: staff, db, pool, post } = calls;
  const event = { starts_at: new Date(), ends_at: new Date(Date.now() + DAY_MS) };
  const [series] = await fill(databaseUrl, { signUps: PEOPLE, chosen: 'array[1]', plan: { event } });
  const few = await addSeries({ db }, { event });
  await addSignUps({ db, pool }, [few], { signUps: FEW, chosen: 'array[1]' });
  const path = pathOf(series);
  const openLink = async (to: string) =>
    /#([\w-]+)/.exec(JSON.stringify(await post(`${to}/door_link/add`, { label: 'Front door' })))?.[1] ?? '';
  const token = await openLink(path);
  const phones = Array.from({ length: PHONES }, () => randomUUID());
  const headersOf = (number: number) => ({ authorization: `Door ${token}`, [PHONE_HEADER]: phones[number % PHONES] ?? '' });
  const call = async (number: number, name: string, body: object): Promise<void> => {
    const headers = { ...headersOf(number), 'content-type': 'application/json' };
    const { status } = await fetch(`${server}/api/door/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`${name} answered ${status}`);
  };
  const inOrder = `select id from submissions where form_id = '${series.seriesId}' order by lower(last_name || E'\\t' || first_name) collate turnout_names, id`;
  const { rows } = await pool.query<{ id: string }>(inOrder);
  const tap = async (number: number, from: number, count = 1): Promise<void> => {
    const at = new Date().toISOString();
    const taps = rows.slice(from, from + count).map(({ id }) => ({ id: randomUUID(), at, submission_id: id, here: true }));
    await call(number, 'taps', { sent_at: at, taps });
  };
  for (const number of phones.keys()) await call(number, 'open', {});
  const [page, pageOfFew] = [await openSlowly(browser), await openSlowly(browser)];
  await pageOfFew.goto(`${server}/door#${await openLink(pathOf(few))}`);
  await pageOfFew.locator('.row').first().waitFor();
  const screen = await measureScreen({ page, url: `${server}/door#${token}`, pageOfFew, tapElsewhere: async (place) => tap(0, place) });
  await pageOfFew.close();
  // Slowing a page down keeps a processor busy.
  await setSlower(page, 1);
  const edit = async (number: number): Promise<unknown> =>
    post(`${path}/submission/${rows[600 + number]?.id}/edit`, { job_title: `Chemist ${number}` });
  const [taps, edits, many]: [number[], number[], number[]] = [[], [], []];
  for (let number = 0; number < CALLS; number += 1) {
    taps.push(await timed(async () => tap(number, 100 + number)));
    edits.push(await timed(async () => edit(number)));
  }
  for (let from = 1_000; from < PEOPLE; from += MANY) many.push(await timed(async () => tap(from / MANY, from, MANY)));
  const [phone, staffScreen] = [new Streams(), new Streams()];
  await phone.open(`${server}/api/door/live`, headersOf(0));
  await staffScreen.open(`${server}/api/live`, { authorization: `Bearer ${staff}` });
  const [phoneTimes, screenTimes]: [number[], number[]] = [[], []];
  for (let number = 0; number < CALLS / 4; number += 1) {
    phoneTimes.push(await phone.noticeOf(async () => tap(1, 500 + number)));
    screenTimes.push(await staffScreen.noticeOf(async () => edit(CALLS + number)));
  }
  for (const stream of [phone, staffScreen]) stream.close();
  const marked = await measureMarked(calls);
  await turnout.stop();
  await setSlower(page, SLOWER);
  const reloaded = await usableAfter(page, async () => page.reload({ waitUntil: 'commit' }));
  return [
    ...screen,
    { what: 'door loaded there again without network', figure: reloaded, unit: 'ms', limit: { atMost: 1_500 } },
    { what: 'p99 of a tap, to that of an edit of an attendee', figure: p99Of(taps) / p99Of(edits), unit: '×', limit: { atMost: 1 } },
    { what: `a call of ${MANY} taps, to one of one`, figure: median(many) / median(taps), unit: '×', limit: { atMost: 5 } },
    { what: 'p99 of notices of a tap to phones', figure: p99Of(phoneTimes), unit: 'ms', limit: { atMost: 3_000 } },
    { what: 'that to those of an edit to screens', figure: p99Of(phoneTimes) / p99Of(screenTimes), unit: '×', limit: { atMost: 1.2 } },
    ...marked,
  ];
}

/** Measures the door of an event with 2,000 people: its screen in Chromium, and its calls. Run `npm run build` first. */
export async function benchDoor(): Promise<Finding[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  try {
    return await withStaffCalls(async (calls) => measure(calls, browser));
  } finally {
    await browser.close();
  }
}
