import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Finding } from './support/figures.ts';
import { type LeftBrowser, pageOf, startBrowser } from './support/left-browser.ts';
import { onDatabase } from './support/open-quietly.ts';
import { withTurnout } from './support/processes.ts';
import { serverTime } from './support/server-time.ts';
import { signIn } from './support/staff-browser.ts';
import { countRegistrations } from './support/stored-rows.ts';
import { fillLargeSeries } from './support/volume.ts';

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
  readonly seriesId: string;
  /** Without attendees. */
  readonly eventId: string;
}

/** Signs in and fills in the dialog; a script in the page presses the button after the driver has disconnected, and stores the time it took. */
async function prepare(page: Page, { url, seriesId, eventId }: Import): Promise<void> {
  await signIn(page, url);
  await page.goto(`${url}/the-large-series/events-series/${seriesId}#${eventId}`);
  await page.getByRole('group', { name: 'Tools for Day 14' }).getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload CSV to ‘Day 14’' });
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOfPeople()) };
  await dialog.getByLabel('Choose a CSV file').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Check 5,000 rows' }).click();
  await dialog.getByRole('button', { name: 'Add 5,000' }).evaluate((button: HTMLButtonElement) => {
    setTimeout(() => {
      const startedAt = performance.now();
      new MutationObserver(() => {
        const isDone = document.body.textContent.includes('Undo this upload…');
        if (isDone) document.body.dataset.tookMs ??= String(performance.now() - startedAt);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      button.click();
    }, 2_000);
  });
}

async function untilStored({ databaseUrl, eventId }: Import): Promise<void> {
  await onDatabase(databaseUrl, async ({ pool }) => {
    while ((await countRegistrations(pool, eventId)) < IMPORTED_ROWS) await sleep(POLL_INTERVAL_MS);
  });
}

/**
 * Milliseconds between the press of the button and the message that all rows were added. The driver is disconnected for that time, since following each request
 * would take as much processor time as the import itself.
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

async function measure(given: Import): Promise<Finding[]> {
  const browser = await startBrowser();
  try {
    let imported = 0;
    const served = await serverTime(given.url, ADD, async () => {
      imported = await importPeople(browser, given);
    });
    return [
      { what: 'import of 5,000 rows by the dialog', figure: imported / MS_PER_SECOND, unit: 's', limit: { atMost: 11.5 } },
      { what: 'rows of it', figure: IMPORTED_ROWS / (imported / MS_PER_SECOND), unit: '/s' },
      { what: 'a row of it by the clock of the server', figure: served, unit: 'ms' },
    ];
  } finally {
    await browser.stop();
  }
}

/** Measures the import into an empty event in Chromium. Run `npm run build` first. */
export async function benchImport(): Promise<Finding[]> {
  return withTurnout({}, async ({ databaseUrl, url }) => {
    const { seriesId, eventIds } = await fillLargeSeries(databaseUrl);
    return measure({ databaseUrl, url, seriesId, eventId: eventIds.at(-1) ?? '' });
  });
}
