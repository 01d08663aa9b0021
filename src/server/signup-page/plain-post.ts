import { createHash } from 'node:crypto';
import { STAMP_NAME } from '#contract/rules/field-key.ts';
import { checkSignUp, type FieldError } from '#contract/rules/sign-up.ts';
import { type SignUpDeps, signUp } from '#server/features/sign-up/commands.ts';
import type { StoredForm } from '#server/features/sign-up/queries.ts';
import { problemOf, toAppError } from '#server/http/problem.ts';
import { KEY_NAME, payloadOf } from '#signup/payload.ts';
import type { TypedValues } from '#signup/view.ts';

const UNPROCESSABLE = 422;

/** All texts posted under each name. */
export type PostedBody = Readonly<Record<string, readonly string[]>>;

export type PostOutcome =
  | { readonly kind: 'accepted'; readonly payload: TypedValues }
  /** Not accepted: wrong answers, or with no errors a failure that is no field's. `status` is that of the answer. */
  | { readonly kind: 'refused'; readonly payload: TypedValues; readonly errors: readonly FieldError[]; readonly status: number };

/** Reads a urlencoded body. */
export function readPostedBody(text: string): Record<string, string[]> {
  const posted = new URLSearchParams(text);
  return Object.fromEntries([...new Set(posted.keys())].map((name) => [name, posted.getAll(name)]));
}

const textsOf = (body: PostedBody, name: string): readonly string[] => (Object.hasOwn(body, name) ? (body[name] ?? []) : []);

/** Whether the body of a request was read as a posted form; a request that was refused before has none. */
export const isPostedBody = (body: unknown): body is PostedBody => typeof body === 'object' && body !== null;

/** What was posted of a form. */
export const postedPayload = (form: StoredForm, body: PostedBody): TypedValues => payloadOf(form, (name) => textsOf(body, name));

/** The key that the page had which was posted. */
export function postedKey(body: PostedBody): string | undefined {
  const [key] = textsOf(body, KEY_NAME);
  return key === '' ? undefined : key;
}

/**
 * The key of this very post: a reload sends the same one, while somebody who went back and wrote another name is another
 * sign-up, though the page, and so its key, is the same (decision 19).
 */
function keyOf(body: PostedBody, payload: TypedValues): string | undefined {
  const pageKey = postedKey(body);
  if (pageKey === undefined) return undefined;
  return createHash('sha256')
    .update(`${pageKey}\n${JSON.stringify(payload)}`)
    .digest('hex');
}

/**
 * Signs up who posted the form without script: the same rules, messages and writing as for all others (decision 28).
 * @throws whatever is a bug
 */
export async function acceptPost(desk: SignUpDeps, form: StoredForm, body: PostedBody): Promise<PostOutcome> {
  const payload = postedPayload(form, body);
  const { errors } = checkSignUp(form, payload);
  if (errors.length > 0) return { kind: 'refused', payload, errors, status: UNPROCESSABLE };
  try {
    // The page has a stamp; only calls of the API go without (decision 32).
    await signUp(desk, form, { ...payload, [STAMP_NAME]: payload[STAMP_NAME] ?? '' }, keyOf(body, payload));
    return { kind: 'accepted', payload };
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') throw error;
    return { kind: 'refused', payload, errors: appError.details.errors ?? [], status: problemOf(appError).status };
  }
}
