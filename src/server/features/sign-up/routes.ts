import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { serve } from '#server/http/serve.ts';
import { type SignUpDeps, signUp } from './commands.ts';

/** The sign-up calls of the public forms. */
export function signUpRoutes(app: FastifyInstance, deps: SignUpDeps): void {
  serve(app, api.submitSeriesSignUp, ({ params, body, idempotencyKey }) =>
    signUp(deps, { kind: 'series', id: params.id }, body, idempotencyKey),
  );
  serve(app, api.submitFormSignUp, ({ params, body, idempotencyKey }) =>
    signUp(deps, { kind: 'marketing', id: params.id }, body, idempotencyKey),
  );
}
