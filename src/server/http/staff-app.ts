import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { HeaderProfiles } from './header-profiles.ts';

const YEAR_MS = 365 * 86_400_000;

/** What the web app must know of this server; shown in its page, so nothing secret. */
export interface StaffAppSettings {
  readonly organisation: {
    readonly name: string;
    readonly logo: string | null;
    /** What the public forms say besides: staff preview them. */
    readonly consentText: string;
    readonly privacyUrl: string | null;
  };
  readonly timeZone: string;
  readonly links: { readonly copperSearchUrl: string; readonly calendarEventUrl: string };
}

interface StaffAppDeps {
  /** The built pages: `admin/` and `signup/` with their hashed files under `assets/`. */
  readonly distDir: string;
  readonly settings: StaffAppSettings;
  readonly profile: HeaderProfiles['staffApp'];
}

/** JSON that can stand in a script element whatever the values hold. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Serves the built assets, and the staff web app for every address that is nothing else: its routes are its own (spec section 2). */
export async function staffApp(app: FastifyInstance, { distDir, settings, profile }: StaffAppDeps): Promise<void> {
  const page = readFileSync(path.join(distDir, 'admin', 'index.html'), 'utf8').replace('__SETTINGS__', () => inScript(settings));
  await app.register(fastifyStatic, {
    root: [path.join(distDir, 'admin', 'assets'), path.join(distDir, 'signup', 'assets')],
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    setHeaders: (response) => {
      void response.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'cross-origin');
      // A form in a sandboxed frame has no origin of its own, and modules are loaded by the rules of CORS.
      void response.header('access-control-allow-origin', '*');
    },
  });
  app.get('/*', { helmet: profile }, async (_request, reply) => {
    const nonce = reply.cspNonce;
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__NONCE__', nonce.style).replaceAll('__SCRIPT_NONCE__', nonce.script));
  });
}
