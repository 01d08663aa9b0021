import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';

const SETTINGS = /<script type="application\/json" id="settings">(.*?)<\/script>/s;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;

/** Waits for the server, which starts at the same time as Vite and restarts after each change. */
async function pageOf(server: string): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    try {
      const response = await fetch(server);
      return await response.text();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${server} does not answer`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}

/** A Vite plugin for development, where Vite serves the page: copies the settings from the server's page. */
export function settingsOfServer(server: string): Plugin {
  return {
    name: 'settings-of-server',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const settings = SETTINGS.exec(await pageOf(server))?.[1];
        if (settings === undefined) throw new Error(`No settings in the page of ${server}: is it our server?`);
        return html.replace('__SETTINGS__', () => settings);
      },
    },
  };
}
