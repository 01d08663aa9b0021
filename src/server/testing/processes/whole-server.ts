import diagnostics from 'node:diagnostics_channel';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { inject } from 'vitest';
import { temporaryFolderOfFile } from '../folders.ts';
import { createTestServer } from '../server.ts';

export interface Route {
  readonly method: string;
  /** As registered, with parameter names. */
  readonly url: string;
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

/** A server with all routes of production and development: API, sign-in, public forms, embedding, guide, staff app; with the files that the pages load. */
export async function createWholeServer() {
  const watched = watchRoutes();
  const distDir = temporaryFolderOfFile();
  fs.cpSync(inject('signUpBundleDir'), distDir, { recursive: true });
  addStaffApp(distDir);
  addGuide(distDir);
  const server = await createTestServer(
    { PUBLIC_URL: WHOLE_SERVER_URL, ORGANISATION_LOGO: 'https://events.example.org/logo.png' },
    { distDir, getLogo: async () => undefined },
  );
  const assets = ['admin', 'signup'].flatMap((folder) => fs.readdirSync(path.join(distDir, folder, 'assets')));
  return { server, routes: watched.get(server.app) ?? [], files: assets.map((file) => ({ method: 'GET', url: `/assets/${file}` })) };
}
