import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { callerOf, serve } from '#server/http/serve.ts';

export function meRoutes(app: FastifyInstance): void {
  serve(app, api.getMe, async ({ request }) => callerOf(request));
}
