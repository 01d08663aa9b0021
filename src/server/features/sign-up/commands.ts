import { sql } from 'kysely';
import { HONEYPOT_NAME, STAMP_NAME } from '#contract/rules/field-key.ts';
import { checkSignUp, type FieldError, type SignUpValues } from '#contract/rules/sign-up.ts';
import type { SignUpPayload } from '#contract/sign-up.ts';
import { SIGN_UP_FAILED } from '#contract/texts/sign-up.ts';
import type { Db } from '#server/db/connection.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { isGoodStamp } from '#server/form-stamp.ts';
import { bodyHash, KEY_LIFETIME_HOURS, keyReused } from '#server/idempotency.ts';
import type { FormStore } from './form-store.ts';
import { type FormRef, findSignUpByKey, type StoredForm } from './queries.ts';
import type { RefusedTries } from './refused-tries.ts';
import type { SignUpWriter } from './sign-up-writer.ts';

/** What signing up needs. */
export interface SignUpDeps {
  readonly db: Db;
  readonly forms: FormStore;
  readonly writer: SignUpWriter;
  readonly refusedTries: Pick<RefusedTries, 'note'>;
  /** Seals the stamps of the page's own posts (setting SESSION_SECRET). */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Attempt {
  readonly ref: FormRef;
  readonly payload: SignUpPayload;
  readonly key: string | undefined;
  readonly hash: string | undefined;
}

/** Each try after the first means that staff changed the form, or another call took or left the key, in that very moment. */
const MAX_TRIES = 5;

/**
 * The page's own posts carry a honeypot and a signed stamp; a call to the API carries neither and passes (decision 32).
 * What is refused gets the form's own error message, nothing of what was typed is lost, and staff see how often it happens.
 */
function refuseMachines({ secret, now, refusedTries }: SignUpDeps, { ref, payload }: Attempt): void {
  const trap = payload[HONEYPOT_NAME];
  const stamp = payload[STAMP_NAME];
  const isTrapped = trap !== undefined && trap !== null && trap !== '';
  if (isTrapped || (stamp !== undefined && !isGoodStamp(stamp, { secret, form: ref, now: now() }))) {
    refusedTries.note(ref);
    throw new AppError('invalid', SIGN_UP_FAILED[ref.kind]);
  }
}

type Checked = { readonly form: StoredForm; readonly values: SignUpValues } | { readonly errors: readonly FieldError[] };

function checkAgainst(form: StoredForm, payload: SignUpPayload): Checked {
  const result = checkSignUp(form, payload);
  return 'values' in result ? { form, values: result.values } : result;
}

/** Checks against the form in memory if that will do; a refusal is always by the form as it is now. */
async function check({ forms }: SignUpDeps, { ref, payload }: Attempt, recent: StoredForm | undefined): Promise<Checked> {
  const early = recent === undefined ? undefined : checkAgainst(recent, payload);
  if (early !== undefined && 'values' in early) return early;
  const form = await forms.current(ref);
  if (form === undefined) throw notFound(ref.kind === 'series' ? 'Event series' : 'Form');
  return form === recent && early !== undefined ? early : checkAgainst(form, payload);
}

async function releaseKey(db: Db, submissionId: string): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ idempotency_key: null, body_hash: null })
    .where('id', '=', submissionId)
    .where(sql<boolean>`submitted_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`)
    .execute();
}

/**
 * The id of the sign-up that came with this key before; undefined when the key counts as unused.
 * @throws AppError `conflict` when it came with another body
 */
async function findFirst({ db }: SignUpDeps, { ref, key, hash }: Attempt): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const first = await findSignUpByKey(db, ref, key);
  if (first === undefined) return undefined;
  if (!first.is_remembered) {
    await releaseKey(db, first.id);
    return undefined;
  }
  if (first.body_hash !== hash) throw keyReused();
  return first.id;
}

/** One try; undefined when another one may succeed. */
async function tryOnce(deps: SignUpDeps, attempt: Attempt, recent: StoredForm | undefined): Promise<string | undefined> {
  const checked = await check(deps, attempt, recent);
  if ('errors' in checked) {
    // What was stored once stays answered, though its event may be closed by now.
    const first = await findFirst(deps, attempt);
    if (first !== undefined) return first;
    throw invalid(checked.errors);
  }
  const id = await deps.writer.write({ ...checked, idempotencyKey: attempt.key, bodyHash: attempt.hash });
  return id ?? findFirst(deps, attempt);
}

/**
 * Signs a visitor up: checked by the rules of the stored form, stored durably with its place in the outbox, its key and the
 * kept counts, then answered. The same key again gives the first answer (decision 19). Gives the id of the submission.
 * @throws AppError `not_found`, `invalid` with the fields at fault, `conflict` for a key that came with another body,
 * `unavailable` when the form changes faster than the sign-up can be stored
 */
export async function signUp(
  deps: SignUpDeps,
  ref: FormRef,
  payload: SignUpPayload,
  idempotencyKey: string | undefined,
): Promise<{ id: string }> {
  const { [STAMP_NAME]: _stamp, ...asked } = payload;
  const hash = idempotencyKey === undefined ? undefined : bodyHash(asked);
  const attempt: Attempt = { ref, payload, key: idempotencyKey, hash };
  refuseMachines(deps, attempt);
  let recent = deps.forms.recent(ref);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const id = await tryOnce(deps, attempt, recent);
    if (id !== undefined) return { id };
    recent = undefined;
  }
  throw new AppError('unavailable', SIGN_UP_FAILED[ref.kind], { retryAfterSeconds: 1 });
}
