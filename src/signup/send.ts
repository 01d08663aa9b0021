import type { FieldError } from '#contract/rules/sign-up.ts';
import type { TypedValues } from './view.ts';

/** After this long an answer is no longer waited for; the same try may be repeated without harm. */
const ANSWER_TIMEOUT_MS = 20_000;
const UNPROCESSABLE = 422;

export type SendResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  /** `isRefusal`: the server took it for the post of a machine, or of a page that is too old (decision 32). */
  | { readonly kind: 'failed'; readonly isRefusal: boolean };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

function errorsOf(problem: unknown): FieldError[] {
  const errors = isRecord(problem) ? problem.errors : undefined;
  return Array.isArray(errors) ? errors.filter(isFieldError) : [];
}

/** Sends a sign-up. Never throws: what goes wrong on the way is `failed` (spec section 7: an answer with data is a success). */
export async function sendSignUp(url: string, payload: TypedValues, idempotencyKey: string): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    if (response.ok && isRecord(answer) && isRecord(answer.data)) return { kind: 'accepted' };
    const isRefusal = response.status === UNPROCESSABLE;
    const errors = isRefusal ? errorsOf(answer) : [];
    return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'failed', isRefusal };
  } catch {
    // Offline, timed out, or an answer of something in between that is no JSON: to the visitor all the same.
    return { kind: 'failed', isRefusal: false };
  }
}
