import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { MailLetterhead } from '#contract/rules/mail/mail-layout.ts';
import { DAY_MS } from '#contract/time.ts';
import { notFound } from '#server/errors.ts';
import { allowSources } from './headers/header-profiles.ts';
import { setHeaderProfile } from './headers/security-headers.ts';

/** Settings for the web app; they are part of its page, so nothing secret. */
export interface StaffAppSettings {
  readonly organisation: MailLetterhead & { readonly consentText: string };
  readonly timeZone: string;
  readonly links: { readonly copperSearchUrl: string; readonly calendarEventUrl: string };
  /** Whether an empty dashboard offers sample data. */
  readonly hasSampleData: boolean;
  /** As text, for the account menu. */
  readonly version: string;
}

interface StaffAppDeps {
  /** The built pages: `admin/` and `signup/` with their hashed files under `assets/`. */
  readonly distDir: string;
  readonly settings: StaffAppSettings;
}

/** Addresses whose readers would take the page for an answer: checks of health with a slash too many, and those who look for a file, as Firefox does for the icon of a bookmark; only a person who opens one in a browser gets the page (R3). */
const OF_MACHINES = /^\/(?:\.well-known|healthz|readyz|metrics)\/|^[^?]*\.[a-z\d]{2,11}(?:\?|$)/i;

const newNonce = (): string => randomBytes(16).toString('hex');

/** JSON that is safe inside a script element. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Serves the built assets, and the staff app's page for every other address, since it routes in the browser. */
export async function staffApp(app: FastifyInstance, { distDir, settings }: StaffAppDeps): Promise<void> {
  const page = readFileSync(path.join(distDir, 'admin', 'index.html'), 'utf8').replace('__SETTINGS__', () => inScript(settings));
  setHeaderProfile(app, 'file');
  await app.register(fastifyStatic, {
    root: ['admin', 'door', 'signup'].map((part) => path.join(distDir, part, 'assets')),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: 365 * DAY_MS,
    preCompressed: true,
    setHeaders: (response) => {
      // In a sandboxed frame the form has no origin, and modules are loaded with CORS.
      void response.header('access-control-allow-origin', '*');
    },
  });
  // Without it, search engines would get the page of the staff app.
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /\n'));
  app.get('/*', { config: { headers: 'staffApp' } }, async (request, reply) => {
    if (OF_MACHINES.test(request.url) && request.headers['sec-fetch-dest'] !== 'document') throw notFound('Page');
    const [script, style] = [newNonce(), newNonce()];
    allowSources(reply, 'script-src', [`'nonce-${script}'`]);
    return allowSources(reply, 'style-src', [`'nonce-${style}'`])
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__NONCE__', style).replaceAll('__SCRIPT_NONCE__', script));
  });
}

/** Serves the page on which people are checked in to everyone: the token of a door link is in the fragment, which no server sees. */
export async function doorPage(app: FastifyInstance, { distDir }: { readonly distDir: string }): Promise<void> {
  setHeaderProfile(app, 'door');
  const files = { '/door': ['index.html', 'text/html'], '/door-worker.js': ['door-worker.js', 'text/javascript'] } as const;
  for (const [url, [name, type]] of Object.entries(files)) {
    const text = readFileSync(path.join(distDir, 'door', name), 'utf8');
    app.get(url, async (_request, reply) => reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text));
  }
}

/** Serves the user guide, which holds no data, to everyone; each file has a route, so that a series whose title is “Guide” keeps its addresses. */
export async function guidePages(app: FastifyInstance, { distDir }: { readonly distDir: string }): Promise<void> {
  setHeaderProfile(app, 'guide');
  await app.register(fastifyStatic, {
    root: path.join(distDir, 'guide'),
    prefix: '/guide/',
    wildcard: false,
    redirect: true,
    cacheControl: false,
    // Also of an answer without a body, which updates what a cache has stored.
    setHeaders: (response) => void response.header('cache-control', 'no-cache, no-transform'),
  });
}
