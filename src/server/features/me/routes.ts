import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { AppError } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';

export function meRoutes(app: FastifyInstance): void {
  serve(app, api.getMe, async ({ request }) => {
    if (request.user === null) throw new AppError('unauthenticated', 'Please sign in');
    return request.user;
  });
}
