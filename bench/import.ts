import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { timeBareCalls } from './support/bare-calls.ts';
import type { Finding } from './support/figures.ts';
import { type FilledSeries, fillSeries } from './support/fill-series.ts';
import { type LeftBrowser, pageOf, startBrowser } from './support/left-browser.ts';
import { openQuietly } from './support/open-quietly.ts';
import { startTurnout, temporaryData, withDatabase } from './support/processes.ts';
import { serverTime } from './support/server-time.ts';
import { signIn } from './support/staff-browser.ts';

const IMPORTED_ROWS = 5_000;
const POLL_INTERVAL_MS = 1_000;
const MS_PER_SECOND = 1_000;
const ADD = 'POST /api/event_series/:id/event/:eventId/submission/add';

const fileOfPeople = (): string =>
  [
    'first_name,last_name,email,organisation,diet,marketing',
    ...Array.from({ length: IMPORTED_ROWS }, (_, row) => `Ada,Number ${row},ada.${row}@import.example,Engines Ltd,Vegan,yes`),
  ].join('\n');

interface Import {
  readonly databaseUrl: string;
  readonly url: string;
  readonly series: FilledSeries;
}

/** Signs in and fills in the dialog; a script in the page presses the button after the driver has disconnected, and stores the time it took. */
async function prepare(page: Page, { url, series: { seriesId, emptyEventId } }: Import): Promise<void> {
  await signIn(page, url);
  await page.goto(`${url}/the-large-series/events-series/${seriesId}/show-disabled-events#${emptyEventId}`);
  await page.getByRole('group', { name: 'Tools of Nobody yet' }).getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload CSV to ‘Nobody yet’' });
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOfPeople()) };
  await dialog.getByLabel('Choose a CSV file').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Check 5,000 rows' }).click();
  await dialog.getByRole('button', { name: 'Add 5,000' }).evaluate((button: HTMLButtonElement) => {
    setTimeout(() => {
      const startedAt = performance.now();
      new MutationObserver(() => {
        const isDone = document.body.textContent.includes('‘people.csv’ is in.');
        if (isDone) document.body.dataset.tookMs ??= String(performance.now() - startedAt);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      button.click();
    }, 2_000);
  });
}

async function untilStored({ databaseUrl, series }: Import): Promise<void> {
  const { pool, close } = openQuietly(databaseUrl);
  const count = async (): Promise<number> => {
    const text = 'select count(*) from submission_events where event_id = $1';
    return (await pool.query<{ count: number }>(text, [series.emptyEventId])).rows[0]?.count ?? 0;
  };
  while ((await count()) < IMPORTED_ROWS) await sleep(POLL_INTERVAL_MS);
  await close();
}

/**
 * Milliseconds from the press of the button until the dialog says that all rows were added. The driver is disconnected meanwhile, since
 * following each request takes as much processor time as the import itself.
 */
async function importPeople({ connect }: LeftBrowser, given: Import): Promise<number> {
  const before = await connect();
  await prepare(pageOf(before), given);
  await before.close();
  await untilStored(given);
  const after = await connect();
  const body = pageOf(after).locator('body[data-took-ms]');
  await body.waitFor();
  const tookMs = Number(await body.getAttribute('data-took-ms'));
  await after.close();
  return tookMs;
}

/** Imports the rows, then makes as many calls of a server that does nothing, in the same browser. */
async function measure(given: Import): Promise<Finding[]> {
  const browser = await startBrowser();
  try {
    let imported = 0;
    const served = await serverTime(given.url, ADD, async () => {
      imported = await importPeople(browser, given);
    });
    const bare = await timeBareCalls(browser, IMPORTED_ROWS);
    return [
      { what: 'import of 5,000 rows by the dialog', figure: imported / MS_PER_SECOND, unit: 's', limit: { atMost: 10 } },
      { what: 'rows of it', figure: IMPORTED_ROWS / (imported / MS_PER_SECOND), unit: '/s' },
      { what: 'a row of it by the clock of the server', figure: served, unit: 'ms' },
      { what: '5,000 bare calls in the same browser', figure: bare / MS_PER_SECOND, unit: 's' },
      { what: 'the import to those', figure: imported / bare, unit: '×' },
    ];
  } finally {
    await browser.stop();
  }
}

/** Measures the import into an empty event in Chromium. Run `npm run build` first. */
export async function benchImport(): Promise<Finding[]> {
  return withDatabase(async (databaseUrl) => {
    const { dataDir, remove } = temporaryData();
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    try {
      const series = await fillSeries(databaseUrl);
      return await measure({ databaseUrl, url: `http://localhost:${turnout.port}`, series });
    } finally {
      await turnout.stop();
      remove();
    }
  });
}
