import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openDatabase } from '#server/db/connection.ts';
import { freePort } from '#server/db/embedded/free-port.ts';
import { chromiumPath } from '../scripts/chromium.ts';
import type { FilledSeries } from './fill-series.ts';
import { temporaryData } from './processes.ts';
import { FLAGS, signIn } from './staff-browser.ts';

export const IMPORTED_ROWS = 5_000;
const POLL_INTERVAL_MS = 1_000;
const START_MS = 100;

/** A browser from which the driver can disconnect, so that it runs as for a person. */
interface LeftBrowser {
  readonly connect: () => Promise<Browser>;
  readonly stop: () => Promise<void>;
}

async function startBrowser(): Promise<LeftBrowser> {
  const { dataDir, remove } = temporaryData();
  const port = await freePort();
  const args = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${path.join(dataDir, 'profile')}`, '--no-first-run'];
  const child = spawn(chromiumPath(), [...args, ...FLAGS, 'about:blank'], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/json/version`).catch(() => undefined))?.ok) await sleep(START_MS);
  return {
    connect: async () => chromium.connectOverCDP(address),
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      remove();
    },
  };
}

function pageOf(browser: Browser): Page {
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .at(-1);
  if (page === undefined) throw new Error('The browser has no page');
  return page;
}

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
  const { pool, close } = openDatabase({ url: databaseUrl, pool: 1, log: { warn: () => undefined } });
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
export async function importPeople(given: Import): Promise<number> {
  const { connect, stop } = await startBrowser();
  try {
    const before = await connect();
    await prepare(pageOf(before), given);
    await before.close();
    await untilStored(given);
    const after = await connect();
    const body = pageOf(after).locator('body[data-took-ms]');
    await body.waitFor();
    return Number(await body.getAttribute('data-took-ms'));
  } finally {
    await stop();
  }
}
