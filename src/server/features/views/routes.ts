import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { serve } from '#server/http/serve.ts';
import { STAFF_COOKIE } from '#server/staff-cookie.ts';
import type { ViewCounter } from './commands.ts';

/** The call of a public form that was loaded; one loaded by staff is not counted (decision 31). */
export function viewRoutes(app: FastifyInstance, { views }: { readonly views: ViewCounter }): void {
  serve(app, api.trackViews, async ({ params, request, idempotencyKey }) => {
    if (request.cookies[STAFF_COOKIE] === undefined) await views.count({ seriesId: params.id, key: idempotencyKey });
    return {};
  });
}
