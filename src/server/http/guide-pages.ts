import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { setHeaderProfile } from './headers/security-headers.ts';

/**
 * Serves the built user guide under `/guide/`, open to everybody: it holds no data of this server.
 * Each file has a route of its own, so that a series whose title is “Guide” keeps its addresses.
 */
export async function guidePages(app: FastifyInstance, { distDir }: { readonly distDir: string }): Promise<void> {
  setHeaderProfile(app, 'guide');
  await app.register(fastifyStatic, {
    root: path.join(distDir, 'guide'),
    prefix: '/guide/',
    wildcard: false,
    redirect: true,
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
  });
}
