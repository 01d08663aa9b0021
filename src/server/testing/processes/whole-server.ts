import diagnostics from 'node:diagnostics_channel';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { inject } from 'vitest';
import { guidePages, staffApp } from '#server/http/staff-app.ts';
import { inlineOfForm, loadSignUpBundle } from '#server/pages/bundle.ts';
import { parseConfig } from '#server/process/config/config.ts';
import { identityProvider } from '#server/services/identity.ts';
import { EndedTokens } from '#server/session/ended-tokens.ts';
import { signInRoutes } from '#server/session/routes.ts';
import { embedDemo } from '#server/sign-up/page/embed-demo.ts';
import { embedScriptRoute } from '#server/sign-up/page/embed-script.ts';
import { signUpPages } from '#server/sign-up/page/routes.ts';
import { temporaryFolderOfFile } from '../folders.ts';
import { createTestServer, type TestServer } from '../server.ts';

export interface Route {
  readonly method: string;
  /** As registered, with parameter names. */
  readonly url: string;
}

interface WholeServer {
  readonly server: TestServer;
  readonly routes: readonly Route[];
  /** The files that the pages load. */
  readonly files: readonly Route[];
}

/** The server's PUBLIC_URL. */
export const WHOLE_SERVER_URL = 'https://events.example.org';

/** Records the routes of each server that is built from now on. */
function watchRoutes(): Map<FastifyInstance, Route[]> {
  const routes = new Map<FastifyInstance, Route[]>();
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const own: Route[] = [];
    routes.set(fastify, own);
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) own.push({ method: each, url });
    });
  });
  return routes;
}

/** Writes a staff app of one page and one picture. */
function addStaffApp(distDir: string): void {
  fs.mkdirSync(path.join(distDir, 'admin', 'assets'), { recursive: true });
  fs.writeFileSync(path.join(distDir, 'admin', 'index.html'), '<!doctype html><title>Turnout</title>');
  fs.writeFileSync(path.join(distDir, 'admin', 'assets', 'picture.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

/** Writes a guide of one page. */
function addGuide(distDir: string): void {
  fs.mkdirSync(path.join(distDir, 'guide', 'pictures'), { recursive: true });
  fs.writeFileSync(path.join(distDir, 'guide', 'index.html'), '<!doctype html><title>Guide</title>');
  fs.writeFileSync(path.join(distDir, 'guide', 'pictures', 'series.png'), '');
}

/** A server with all routes of production and development: API, sign-in, public forms, embedding, guide, staff app. */
export async function createWholeServer(): Promise<WholeServer> {
  const watched = watchRoutes();
  const distDir = temporaryFolderOfFile();
  fs.cpSync(inject('signUpBundleDir'), distDir, { recursive: true });
  const bundle = await loadSignUpBundle(distDir);
  addStaffApp(distDir);
  addGuide(distDir);
  const publicUrl = WHOLE_SERVER_URL;
  const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: os.tmpdir() });
  const identity = identityProvider({
    issuer: 'http://127.0.0.1:9',
    clientId: 'turnout',
    scopes: 'openid',
    authParams: {},
    trustEmail: false,
    allowedDomains: ['example.com'],
  });
  const organisation = { name: 'Northfield', logo: null, consentText: 'Yes', privacyUrl: null };
  const signIn = {
    identity,
    publicUrl,
    sessionSecret: 'a secret of at least thirty-two characters',
    sessionMaxDays: 30,
    endedTokens: new EndedTokens(async () => []),
    staffCookie: 'turnout-staff',
    publicRateLimit: 1_000_000,
  };
  const server = await createTestServer(({ signUps, db }) => ({
    publicUrl,
    inlineOfForm: inlineOfForm(bundle),
    pages: [
      () => (app) => signInRoutes(app, signIn),
      () => (app) => signUpPages(app, { bundle, settings: config, signUps, publicRateLimit: 1_000_000, getLogo: async () => undefined }),
      () => (app) => embedScriptRoute(app, bundle),
      () => (app) => embedDemo(app, { db, publicUrl }),
      () => (app) => guidePages(app, { distDir }),
      ({ staffApp: profile }) =>
        (app) =>
          staffApp(app, {
            distDir,
            settings: { organisation, timeZone: config.timeZone, links: config.links, hasSampleData: true, version: '1.2.3' },
            profile,
          }),
    ],
  }));
  const assets = ['admin', 'signup'].flatMap((folder) => fs.readdirSync(path.join(distDir, folder, 'assets')));
  return { server, routes: watched.get(server.app) ?? [], files: assets.map((file) => ({ method: 'GET', url: `/assets/${file}` })) };
}
