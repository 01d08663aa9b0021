import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { AppError } from '#server/errors.ts';
import { DAY_MS, MINUTE_MS, PeriodCounts } from './period-counts.ts';
import { networkOf, submittedForm } from './rate-limit.ts';

/** How many sign-ups one network may send to one form, in addition to the limit of all public calls. */
export interface SignUpLimits {
  /** Sign-ups per minute without a form token, so by calls to the API (setting UNSTAMPED_RATE_LIMIT). */
  readonly withoutTokenPerMinute: number;
  /** Sign-ups per UTC day (setting DAILY_SIGN_UP_QUOTA). */
  readonly perDay: number;
  readonly minutes: PeriodCounts;
  readonly days: PeriodCounts;
}

interface LimitedScope {
  readonly limits: SignUpLimits | undefined;
  readonly onBlocked: (form: FormRef) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The limits, with counts of this process only until `shareLimit` is called with them. */
export const signUpLimits = (limits: Pick<SignUpLimits, 'withoutTokenPerMinute' | 'perDay'>): SignUpLimits => ({
  ...limits,
  minutes: new PeriodCounts(MINUTE_MS),
  days: new PeriodCounts(DAY_MS),
});

const hasFormToken = ({ body }: FastifyRequest): boolean => typeof body === 'object' && body !== null && FORM_TOKEN_NAME in body;

function refusalOf(
  { withoutTokenPerMinute, perDay, minutes, days }: SignUpLimits,
  request: FastifyRequest,
  form: FormRef,
  now: number,
): AppError | undefined {
  const key = `${networkOf(request.ip)} ${form.id.toLowerCase()}`;
  if (!hasFormToken(request) && minutes.add(`without token ${key}`, now) > withoutTokenPerMinute) {
    const retryAfterSeconds = minutes.secondsToNext(now);
    return new AppError('too_many', 'Too many sign-ups by calls to the API. Please try again in a minute.', { retryAfterSeconds });
  }
  if (days.add(`day ${key}`, now) <= perDay) return undefined;
  const words = 'This form has had too many sign-ups from your network today. Please try again tomorrow, or from another network.';
  return new AppError('too_many', words, { retryAfterSeconds: days.secondsToNext(now) });
}

/** Limits the sign-ups of this scope; those over a limit are 429 with `Retry-After`. It runs after the body is parsed, which has the form token. */
export function limitSignUps(app: FastifyInstance, { limits, onBlocked, now = Date.now }: LimitedScope): void {
  if (limits === undefined) return;
  app.addHook('preHandler', (request, _reply, done) => {
    const form = submittedForm(request);
    const refusal = form === undefined ? undefined : refusalOf(limits, request, form, now());
    if (form !== undefined && refusal !== undefined) onBlocked(form);
    done(refusal);
  });
}
