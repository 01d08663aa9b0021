import { allSignUpErrors } from '#contract/rules/check-sign-up.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { signUpErrors } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { checkFormToken } from '#server/forms/form-token.ts';
import { problemOf, toAppError } from '#server/http/problem.ts';
import { IDEMPOTENCY_KEY } from '#server/http/serve.ts';
import { type PostedBody, textsOf } from '#server/pages/page-requests.ts';
import { IDEMPOTENCY_KEY_NAME, payloadOf } from '#signup/payload.ts';
import type { Answer, TypedValues } from '#signup/view.ts';
import { arrivalNow, signUp } from '../commands.ts';
import type { SignUpService } from '../sign-up-service.ts';
import type { FailedPost } from './form-page.ts';

const UNPROCESSABLE = 422;

export interface AcceptedPost {
  readonly kind: 'accepted';
  readonly payload: TypedValues;
  readonly answer: Answer;
}

export type PostOutcome = AcceptedPost | ({ readonly kind: 'refused'; readonly status: number } & Omit<FailedPost, 'key'>);

export const postedPayload = (form: StoredForm, body: PostedBody): TypedValues => payloadOf(form, (name) => textsOf(body, name));

/** A value that cannot be a key counts as none: the database would refuse it. */
export const postedKey = (body: PostedBody): string | undefined => IDEMPOTENCY_KEY.safeParse(textsOf(body, IDEMPOTENCY_KEY_NAME)[0]).data;

/** Signs up a visitor who posted the form without JavaScript; only bugs are thrown. */
export async function acceptPost(service: SignUpService, form: StoredForm, body: PostedBody): Promise<PostOutcome> {
  const payload = postedPayload(form, body);
  // Checks that only the server can make are left to `signUp`, which gives a repeated post its first answer.
  const errors = signUpErrors(form, payload).length > 0 ? allSignUpErrors(form, payload, arrivalNow(service)) : [];
  if (errors.length > 0) {
    service.outcomes.add('invalid');
    return { kind: 'refused', payload, errors, status: UNPROCESSABLE };
  }
  // Not counted as blocked: a page left open overnight is sent back with a new token.
  if (checkFormToken(payload[FORM_TOKEN_NAME], { secret: service.secret, form, now: service.now() }) === 'too old') {
    service.outcomes.add('outdated_page');
    return { kind: 'refused', payload, errors: [], status: UNPROCESSABLE, advice: words.PAGE_WAS_TOO_OLD };
  }
  try {
    // A missing token must not count as a call of the API, which needs none.
    const answer = await signUp(service, form, { ...payload, [FORM_TOKEN_NAME]: payload[FORM_TOKEN_NAME] ?? '' }, postedKey(body), true);
    return { kind: 'accepted', payload, answer };
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') throw error;
    const { errors: refusals = [], places } = appError.details;
    return { kind: 'refused', payload, errors: refusals, status: problemOf(appError).status, places };
  }
}
