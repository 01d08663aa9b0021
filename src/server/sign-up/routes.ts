import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { serve } from '#server/http/serve.ts';
import { signUp } from './commands.ts';
import type { SignUpService } from './sign-up-service.ts';

export function signUpRoutes(app: FastifyInstance, service: SignUpService): void {
  serve(app, api.submitSeriesSignUp, ({ params, body, idempotencyKey }) =>
    signUp(service, { kind: 'series', id: params.id }, body, idempotencyKey),
  );
  serve(app, api.submitFormSignUp, ({ params, body, idempotencyKey }) =>
    signUp(service, { kind: 'marketing', id: params.id }, body, idempotencyKey),
  );
}
