import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import type { AppError } from '#server/errors.ts';
import type { Limits } from './limits.ts';
import { idOfRequest, isOver, submittedForm, tooMany } from './rate-limit.ts';

const WITHOUT_TOKEN = 'Too many sign-ups by calls to the API. Please try again in a minute.';
const TODAY = {
  form: 'This form has had too many sign-ups from your network today. Please try again tomorrow, or from another network.',
  other: 'Too much has been sent from your network today. Please try again tomorrow, or from another network.',
};

const hasFormToken = ({ body }: FastifyRequest): boolean => typeof body === 'object' && body !== null && FORM_TOKEN_NAME in body;

function refusalOf({ withoutToken, daily }: Limits, request: FastifyRequest): AppError | undefined {
  const { limit: kind } = request.routeOptions.config;
  if (kind !== 'submit' && kind !== 'link') return undefined;
  const now = Date.now();
  const isForm = submittedForm(request) !== undefined;
  const id = idOfRequest(request)?.toLowerCase() ?? '';
  if (isForm && !hasFormToken(request) && isOver(withoutToken, request.ip, now, (network) => `without token ${network} ${id}`))
    return tooMany(withoutToken, WITHOUT_TOKEN);
  if (!isOver(daily, request.ip, now, (network) => `day ${kind} ${network} ${id}`)) return undefined;
  return tooMany(daily, TODAY[isForm ? 'form' : 'other']);
}

/** Limits sign-ups, feedback and requests for lost links by the day, with 429 and `Retry-After`, once the body is parsed, which has the form token. */
export function limitSignUps(app: FastifyInstance, limits: Limits, onBlocked?: (form: FormRef) => void): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const form = submittedForm(request);
    const refusal = refusalOf(limits, request);
    if (form !== undefined && refusal !== undefined) onBlocked?.(form);
    done(refusal);
  });
}
