import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { AppError } from '#server/errors.ts';
import type { Limits } from './limits.ts';
import { networkOf, submittedForm } from './rate-limit.ts';

interface LimitedScope {
  readonly limits: Limits;
  readonly onBlocked: (form: FormRef) => void;
}

const hasFormToken = ({ body }: FastifyRequest): boolean => typeof body === 'object' && body !== null && FORM_TOKEN_NAME in body;

function refusalOf({ withoutToken, daily }: Limits, request: FastifyRequest, form: FormRef): AppError | undefined {
  const now = Date.now();
  const key = `${networkOf(request.ip)} ${form.id.toLowerCase()}`;
  if (!hasFormToken(request) && withoutToken.counts.add(`without token ${key}`, now) > withoutToken.max) {
    const retryAfterSeconds = withoutToken.counts.secondsToNext(now);
    return new AppError('too_many', 'Too many sign-ups by calls to the API. Please try again in a minute.', { retryAfterSeconds });
  }
  if (daily.counts.add(`day ${key}`, now) <= daily.max) return undefined;
  const words = 'This form has had too many sign-ups from your network today. Please try again tomorrow, or from another network.';
  return new AppError('too_many', words, { retryAfterSeconds: daily.counts.secondsToNext(now) });
}

/** Limits the sign-ups of this scope; those over a limit are 429 with `Retry-After`. It runs after the body is parsed, which has the form token. */
export function limitSignUps(app: FastifyInstance, { limits, onBlocked }: LimitedScope): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const form = submittedForm(request);
    const refusal = form === undefined ? undefined : refusalOf(limits, request, form);
    if (form !== undefined && refusal !== undefined) onBlocked(form);
    done(refusal);
  });
}
