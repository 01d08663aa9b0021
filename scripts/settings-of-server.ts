import type { Plugin } from 'vite';

const SETTINGS = /<script type="application\/json" id="settings">(.*?)<\/script>/s;

/**
 * While developing, Vite serves the page instead of our server: takes the settings that stand in it over from the
 * server's own.
 */
export function settingsOfServer(server: string): Plugin {
  return {
    name: 'settings-of-server',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const page = await fetch(server).then(async (response) => response.text());
        const settings = SETTINGS.exec(page)?.[1];
        if (settings === undefined) throw new Error(`No settings in the page of ${server}: is it our server?`);
        return html.replace('__SETTINGS__', () => settings);
      },
    },
  };
}
