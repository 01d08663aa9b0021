import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { serve } from '#server/http/serve.ts';
import type { ViewCounter } from './commands.ts';
import { isKnownBot } from './known-bots.ts';
import { STAFF_COOKIE } from './staff-cookie.ts';

/** Counts a load of a public form, unless by staff or a known bot. */
export async function viewRoutes(app: FastifyInstance, { views }: { readonly views: ViewCounter }): Promise<void> {
  await app.register(fastifyCookie);
  serve(app, api.trackViews, async ({ params, request, idempotencyKey }) => {
    const isVisit = request.cookies[STAFF_COOKIE] === undefined && !isKnownBot(request.headers['user-agent']);
    if (isVisit) await views.count({ seriesId: params.id, key: idempotencyKey });
    else await views.check(params.id);
    return {};
  });
}
