import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';

const SETTINGS = /<script type="application\/json" id="settings">(.*?)<\/script>/s;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;

/** Waits for the server, which starts at the same time as Vite and restarts after each change. */
async function untilAnswers(server: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    try {
      await fetch(`${server}/healthz`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${server} does not answer`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * A Vite plugin for development: Vite answers only for its own scripts and for the sources in its root, and passes everything else on to the server, so that
 * all public addresses work at Vite's address. Where the server answers with the built page of the staff app, Vite's page is sent with the settings from the
 * server's page.
 */
export function inFrontOfServer(server: string): Plugin {
  let vite: ViteDevServer | undefined;

  const isOfVite = (address: string): boolean => {
    const { pathname } = new URL(address, server);
    if (/^\/(?:@|__|node_modules\/)/.test(pathname)) return true;
    return statSync(join(vite?.config.root ?? '', decodeURIComponent(pathname)), { throwIfNoEntry: false })?.isFile() === true;
  };

  const answer = async (served: IncomingMessage, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPage = served.headers['content-type']?.startsWith('text/html') === true;
    const page = isPage ? await text(served) : '';
    const settings = SETTINGS.exec(page)?.[1];
    if (settings !== undefined && vite !== undefined) {
      const own = await vite.transformIndexHtml(request.url ?? '/', readFileSync(join(vite.config.root, 'index.html'), 'utf8'));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(own.replace('__SETTINGS__', () => settings));
      return;
    }
    response.writeHead(served.statusCode ?? 502, served.headers);
    if (isPage) response.end(page);
    else served.pipe(response);
  };

  return {
    name: 'in-front-of-server',
    apply: 'serve',
    configureServer: (started) => {
      vite = started;
    },
    config: () => ({
      server: {
        proxy: {
          '^/': {
            target: server,
            // The server answers under Vite's address, so it must get that host name.
            changeOrigin: false,
            headers: { 'accept-encoding': 'identity' },
            selfHandleResponse: true,
            bypass: async (request) => {
              if (isOfVite(request.url ?? '/')) return request.url;
              if (request.headers.accept?.includes('text/html') === true) await untilAnswers(server);
              return undefined;
            },
            configure: (proxy) => {
              proxy.on('proxyRes', (served, request, response) => {
                answer(served, request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
              });
            },
          },
        },
      },
    }),
  };
}
