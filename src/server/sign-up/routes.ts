import type { FastifyInstance } from 'fastify';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { signUpCallOf } from '#contract/sign-up.ts';
import { serve } from '#server/http/serve.ts';
import { signUp } from './commands.ts';
import type { SignUpService } from './sign-up-service.ts';

export function signUpRoutes(app: FastifyInstance, service: SignUpService): void {
  for (const kind of FORM_KINDS) {
    serve(app, signUpCallOf[kind], ({ params: { id }, body, idempotencyKey }) => signUp(service, { kind, id }, body, idempotencyKey));
  }
}
