import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '#server/db/embedded/server.ts';
import { chromiumPath } from '../../scripts/chromium.ts';
import { temporaryData } from './processes.ts';
import { FLAGS } from './staff-browser.ts';

const START_MS = 100;

/** A browser from which the driver can disconnect, so that it runs as for a person. */
export interface LeftBrowser {
  readonly connect: () => Promise<Browser>;
  readonly stop: () => Promise<void>;
}

export async function startBrowser(): Promise<LeftBrowser> {
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

export function pageOf(browser: Browser): Page {
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .at(-1);
  if (page === undefined) throw new Error('The browser has no page');
  return page;
}
