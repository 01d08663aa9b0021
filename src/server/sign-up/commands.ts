import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Registration } from '#contract/registrations/places.ts';
import { arrivalAt, checkSignUp, type SignUpValues } from '#contract/rules/check-sign-up.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { FORM_TOKEN_NAME, HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import type { Arrival } from '#contract/rules/sign-up-time.ts';
import type { NextLine, SignedUp, SignUpPayload } from '#contract/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import * as mailWords from '#contract/texts/words/mails.ts';
import { addressColumns } from '#server/address-columns.ts';
import { type Db, valueOf } from '#server/db/connection.ts';
import { AppError, invalid, orNotFound } from '#server/errors.ts';
import { FORM_NAMES, isOf } from '#server/form-store/form-rows.ts';
import { fullRefusal, isLimited, type SignUpMail, type StoredEvent, type StoredForm } from '#server/form-store/public-form.ts';
import { isValidFormToken } from '#server/forms/form-token.ts';
import { bodyHash, isKeyReused, KEY_LIFETIME_HOURS, keyReused } from '#server/idempotency.ts';
import { firstAnswer } from '#server/registrations/changes.ts';
import type { SignUpService } from './sign-up-service.ts';

interface PlacesAndWaits {
  readonly places: readonly StoredEvent[];
  readonly isWaiting: boolean;
}

/** The places and waits of a sign-up. Only limited series answer with registrations; elsewhere everything chosen is a place. */
function placesAndWaits({ events }: StoredForm, { events: chosen }: SignUpPayload, { registrations }: SignedUp): PlacesAndWaits {
  const hasPlace = ({ id }: StoredEvent): boolean =>
    registrations === undefined
      ? Array.isArray(chosen) && chosen.includes(id)
      : registrations.some(({ event_id: eventId, status }) => eventId === id && status === 'confirmed');
  return { places: events.filter(hasPlace), isWaiting: registrations?.some(({ status }) => status === 'waiting') === true };
}

/** The purpose of the link in the mail, if it has one. */
function changeText(signUpMail: SignUpMail, { places, isWaiting }: PlacesAndWaits): string | undefined {
  if (isWaiting && places.length === 0) return signUpMail.isWaitingLinked ? mailWords.NEXT.position : undefined;
  if (signUpMail.hasSelfService) return signUpMail.canChange ? mailWords.NEXT.change : mailWords.NEXT.see;
  return isWaiting ? mailWords.NEXT.see : undefined;
}

function mailLines(signUpMail: SignUpMail, email: unknown, got: PlacesAndWaits): NextLine[] {
  const onlyWaits = got.isWaiting && got.places.length === 0;
  if (typeof email !== 'string' || !(onlyWaits || signUpMail.isConfirmed)) return [];
  const change = changeText(signUpMail, got);
  const canJoin = signUpMail.listsEvents && got.places.some(({ hasJoinLink }) => hasJoinLink);
  return [
    { about: 'email', text: mailWords.sendingTo(addressColumns(email).email, signUpMail.sender) },
    ...(canJoin ? [{ about: 'join', text: mailWords.NEXT.join } as const] : []),
    ...(change === undefined ? [] : [{ about: 'change', text: change } as const]),
  ];
}

/** What happens after a sign-up, as far as it is true. The hourly limit of an address is not mentioned, since it would show who has signed up before. */
function nextLines(form: StoredForm, payload: SignUpPayload, signedUp: SignedUp, canMail: boolean): NextLine[] {
  const { successText, signUpMail } = form;
  const got = placesAndWaits(form, payload, signedUp);
  const lines = canMail && signUpMail !== undefined ? mailLines(signUpMail, payload.email, got) : [];
  if (successText !== undefined) return [...lines, { about: 'more', text: words.withInbox(form, successText) }];
  const isSettled = lines.length + got.places.length > 0 || got.isWaiting;
  return isSettled ? lines : [{ about: 'later', text: words.withInbox(form, words.BACK_TO_YOU) }];
}

interface SignUpCall {
  readonly ref: FormRef;
  readonly payload: SignUpPayload;
  readonly key: string | undefined;
  readonly hash: string | undefined;
  readonly arrival: Arrival;
}

/** A sign-up is checked and written again when staff changed the form in the meantime, or another call took or released the idempotency key. */
const MAX_WRITES = 5;

export const arrivalNow = ({ now, timeZone }: SignUpService): Arrival => arrivalAt(now(), timeZone);

/** Refuses and counts posts with a filled honeypot or an invalid form token; calls of the API have neither. */
function blockSpam({ secret, now, countBlocked }: SignUpService, { ref, payload }: SignUpCall): void {
  const honeypot = payload[HONEYPOT_NAME];
  const token = payload[FORM_TOKEN_NAME];
  const details = honeypot ? { errors: [{ path: HONEYPOT_NAME, message: words.EMPTY_THIS_FIELD }] } : undefined;
  if (details !== undefined || (token !== undefined && !isValidFormToken(token, { secret, form: ref, now: now() }))) {
    countBlocked(ref);
    throw new AppError('invalid', words.SIGN_UP_FAILED[ref.kind], details);
  }
}

type Checked = { readonly form: StoredForm } & ({ readonly values: SignUpValues } | { readonly errors: readonly FieldError[] });

const checkAgainst = (form: StoredForm, { payload, arrival }: SignUpCall): Checked => ({ form, ...checkSignUp(form, payload, arrival) });

/** Checks against the cached form, and only when that finds errors against the current one: the writer refuses an outdated form. */
async function check({ forms }: SignUpService, call: SignUpCall, recent: StoredForm | undefined): Promise<Checked> {
  const recentCheck = recent === undefined ? undefined : checkAgainst(recent, call);
  if (recentCheck !== undefined && 'values' in recentCheck) return recentCheck;
  const form = orNotFound(await forms.current(call.ref), FORM_NAMES[call.ref.kind]);
  return form === recent && recentCheck !== undefined ? recentCheck : checkAgainst(form, call);
}

async function releaseKey(db: Db, submissionId: string): Promise<void> {
  await sql`
    update submissions set idempotency_key = null, body_hash = null, first_answer = null
    where id = ${submissionId} and submitted_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`.execute(db);
}

/** The earlier sign-up with this idempotency key, if any. @throws AppError `conflict` when it had another body */
async function findByKey({ db }: SignUpService, { ref, key, hash }: SignUpCall) {
  if (key === undefined) return undefined;
  const earlier = await db
    .selectFrom('submissions')
    .select(['id', 'body_hash', 'first_answer'])
    .select(sql<boolean>`submitted_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`.as('is_remembered'))
    .where(isOf(ref))
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  if (!earlier.is_remembered) {
    await releaseKey(db, earlier.id);
    return undefined;
  }
  if (earlier.body_hash !== hash) throw keyReused();
  return earlier;
}

function answerTo({ canMail }: SignUpService, { payload }: SignUpCall, form: StoredForm, signedUp: SignedUp): SignedUp {
  const next = nextLines(form, payload, signedUp, canMail);
  return next.length === 0 ? signedUp : { ...signedUp, next };
}

/** The first answer to a repeated call; undefined if it is the first. */
async function replayAnswer(service: SignUpService, call: SignUpCall, form: StoredForm): Promise<SignedUp | undefined> {
  const earlier = await findByKey(service, call);
  if (earlier === undefined) return undefined;
  service.outcomes.add('repeated');
  const { id, first_answer: registrations } = earlier;
  if (!isLimited(form)) return answerTo(service, call, form, { id });
  const answer = registrations ?? (await valueOf<Registration[] | null>(service.db)`select ${firstAnswer(sql`${id}::uuid`)}`);
  return answerTo(service, call, form, { id, registrations: answer ?? [] });
}

/** Checks and writes once; undefined if another attempt may succeed. */
async function checkAndWrite(service: SignUpService, call: SignUpCall, recent: StoredForm | undefined): Promise<SignedUp | undefined> {
  const checked = await check(service, call, recent);
  if (!('values' in checked)) {
    // A repeated call gets its first answer, even if the event has been closed since.
    const earlier = await replayAnswer(service, call, checked.form);
    if (earlier !== undefined) return earlier;
    throw invalid(checked.errors);
  }
  const written = await service.writer.write({ ...checked, idempotencyKey: call.key, bodyHash: call.hash });
  if (written === undefined) return replayAnswer(service, call, checked.form);
  if ('full' in written) throw fullRefusal(checked.form, written.full, await service.forms.places(checked.form));
  service.outcomes.add('stored');
  return answerTo(service, call, checked.form, written);
}

async function storeSignUp(service: SignUpService, call: SignUpCall): Promise<SignedUp> {
  const { ref } = call;
  blockSpam(service, call);
  let recent = service.forms.recent(ref);
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const signedUp = await checkAndWrite(service, call, recent);
    if (signedUp !== undefined) return signedUp;
    recent = undefined;
  }
  throw new AppError('unavailable', words.SIGN_UP_FAILED[ref.kind], { retryAfterSeconds: 1 });
}

/** What was answered, in one order: a page without script also sends the questions of events that were not chosen, empty. */
const filledIn = ({ [FORM_TOKEN_NAME]: token, ...answers }: SignUpPayload): [string, unknown][] =>
  Object.entries(answers)
    .filter(([, answer]) => token === undefined || answer !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Signs a visitor up; the same key again gives the first answer. With `isPlain`, of a form without script, other answers with its key are another sign-up. @throws AppError `not_found`, `invalid`, `conflict`, `unavailable` */
export async function signUp(
  service: SignUpService,
  ref: FormRef,
  payload: SignUpPayload,
  idempotencyKey: string | undefined,
  isPlain = false,
): Promise<SignedUp> {
  const hash = idempotencyKey === undefined ? undefined : bodyHash(filledIn(payload));
  try {
    return await storeSignUp(service, { ref, payload, key: idempotencyKey, hash, arrival: arrivalNow(service) });
  } catch (error) {
    if (isPlain && isKeyReused(error)) return signUp(service, ref, payload, bodyHash([idempotencyKey, hash]));
    service.outcomes.addFailure(error);
    throw error;
  }
}
