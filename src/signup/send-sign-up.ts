import type { Registration } from '#contract/registrations/places.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { isRecord } from './page-data.ts';
import type { TypedValues } from './view.ts';

/** After this time the visitor gets an error; sending again is safe. */
const ANSWER_TIMEOUT_MS = 20_000;
const UNPROCESSABLE = 422;

export type SendResult =
  /** `registrations`: of a limited series. */
  | { readonly kind: 'accepted'; readonly registrations: readonly Registration[] | undefined }
  /** `isFull`: a chosen event is. */
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[]; readonly isFull: boolean }
  /** `needsNewToken`: the spam checks did not accept it, as when its form token has expired. */
  | { readonly kind: 'failed'; readonly needsNewToken: boolean };

const isAccepted = (answer: unknown): answer is { data: { registrations?: readonly Registration[] } } =>
  isRecord(answer) && isRecord(answer.data);

const hasErrors = (problem: unknown): problem is { errors: FieldError[] } =>
  isRecord(problem) && Array.isArray(problem.errors) && problem.errors.length > 0;

/** Sends a sign-up. Never throws: every failure, also an answer without data, is `failed`. */
export async function sendSignUp(url: string, payload: TypedValues, idempotencyKey: string): Promise<SendResult> {
  let needsNewToken = false;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    if (response.ok && isAccepted(answer)) return { kind: 'accepted', registrations: answer.data.registrations };
    needsNewToken = response.status === UNPROCESSABLE;
    if (needsNewToken && hasErrors(answer)) return { kind: 'refused', errors: answer.errors, isFull: 'places' in answer };
  } catch {
    // Offline, timed out, or an answer that is not JSON, such as a proxy's.
  }
  return { kind: 'failed', needsNewToken };
}
