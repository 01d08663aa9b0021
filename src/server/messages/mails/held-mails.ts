import { type RawBuilder, sql } from 'kysely';
import { topicOf } from '#contract/live.ts';
import { ADDRESS_LIMIT } from '#contract/steps/causes.ts';
import { counted } from '#contract/texts/counts.ts';
import { LATER_MAIL } from '#contract/texts/steps.ts';
import { type Db, hasRows, rowsOf } from '#server/db/connection.ts';
import { recordSurely } from '#server/db/outage.ts';
import { ServiceError } from '#server/services/service-error.ts';
import { type AttemptContext, Skipped, type Success } from '#server/steps/run-steps.ts';
import { SERVER, type Write, write, type WriteDeps } from '#server/write.ts';
import { listSignUpDetails, type SignUpDetails } from '../sign-up-details.ts';

/** Longer than an attempt at a mail; after this time, what a dead worker had included in one is retried. */
const INCLUDED_FOR = sql`interval '10 minutes'`;

/** Claims the other waiting confirmations of the same form and address, in the transaction that reserved this one. @returns their sign-ups; undefined when another mail has this one */
async function claimHeld(db: Db, { id, number }: Pick<AttemptContext, 'id' | 'number'>): Promise<readonly string[] | undefined> {
  const rows = await rowsOf<{ is_own: boolean; taken: string[] }>(db)`
    with own as (
      select step.id, signed_up.form_id, signed_up.email_key from submission_steps as step
      join submissions as signed_up on signed_up.id = step.submission_id
      where step.id = ${id} and step.claims = ${number} and step.state = 'running'
    ), held as (
      select step.id from own join submissions as other on other.form_id = own.form_id and other.email_key = own.email_key
      join submission_steps as step on step.submission_id = other.id and step.step = 'email' and step.change_id is null
      where step.id <> own.id and step.state in ('waiting', 'running') and step.cause = ${ADDRESS_LIMIT}
        and coalesce((select bool_or(status in ('confirmed', 'waiting')) from registrations where submission_id = other.id), true)
        and not exists (select from mail_reservations as sent where sent.id = other.id and sent.reserved_at > now() - interval '1 hour')
      order by step.id for update of step skip locked
    ), taken as (
      update submission_steps as step
      set state = 'waiting', claims = step.claims + 1, next_try_at = now() + ${INCLUDED_FOR}, updated_at = now()
      from held where step.id = held.id returning step.submission_id
    )
    select exists (select from own) as is_own, array(select submission_id from taken) as taken`;
  const [{ is_own: isOwn, taken } = { is_own: false, taken: [] }] = rows;
  return isOwn ? taken : undefined;
}

/** Whether confirmations of the same form and address wait for the mailbox. */
const isAnyHeld = (db: Db, { ownerId, emailKey }: Pick<SignUpDetails, 'ownerId' | 'emailKey'>): Promise<boolean> => hasRows(db)`
  select from submissions as held join submission_steps as step on step.submission_id = held.id
  where held.form_id = ${ownerId} and held.email_key = ${emailKey} and step.step = 'email' and step.change_id is null
    and step.state in ('waiting', 'running') and step.cause = ${ADDRESS_LIMIT} limit 1`;

type About = Pick<SignUpDetails, 'kind' | 'ownerId'>;

/** Changes the steps that `claimHeld` took, except those that were retried since. */
async function setHeld(deps: WriteDeps, { kind, ownerId }: About, ids: readonly string[], values: RawBuilder<unknown>): Promise<void> {
  const work = async (w: Write) => {
    await sql`
      with claimed as (
        select id from submission_steps
        where submission_id = any(${ids}::uuid[]) and step = 'email' and change_id is null and state = 'waiting' and cause = ${ADDRESS_LIMIT}
        order by id for update
      )
      update submission_steps as step set ${values}, updated_at = now() from claimed where step.id = claimed.id`.execute(w);
    w.changed({ topic: topicOf({ kind, id: ownerId }), ids: [...ids] }, { topic: 'attention' });
  };
  await recordSurely(() => write(deps, SERVER, work));
}

/** The claimed sign-ups that still have the same address; the others, whose address was corrected in the meantime, get separate mails again. */
async function listStillHeld(deps: WriteDeps, signUp: SignUpDetails, claimed: readonly string[]): Promise<readonly SignUpDetails[]> {
  if (claimed.length === 0) return [];
  const all = [...(await listSignUpDetails(deps.db, claimed)).values()];
  const { true: held = [], false: corrected = [] } = Object.groupBy(all, ({ emailKey }) => `${emailKey === signUp.emailKey}`);
  const ids = corrected.map(({ id }) => id);
  if (ids.length > 0) await setHeld(deps, signUp, ids, sql`next_try_at = now()`);
  return held;
}

/** Reserves a confirmation, and claims those of the same form and address that wait for the mailbox. @returns their sign-ups @throws Skipped when another mail has claimed this one, and what `reserve` throws */
export async function reserveTogether(deps: WriteDeps, signUp: SignUpDetails, context: AttemptContext, reserve: (db: Db) => Promise<void>) {
  if (context.attempts === 1 && !(await isAnyHeld(deps.db, signUp))) {
    await reserve(deps.db);
    return [];
  }
  const claimed = await write(deps, SERVER, async (w) => {
    await reserve(w);
    const others = await claimHeld(w, context);
    if (others === undefined) throw new Skipped(LATER_MAIL);
    return others;
  });
  return listStillHeld(deps, signUp, claimed);
}

/** Sends a mail on behalf of others too, and records its outcome for them; after a temporary failure they keep waiting. @throws what `send` throws */
export async function sendTogether(
  deps: WriteDeps,
  about: About & { readonly stepId: string },
  held: readonly Pick<SignUpDetails, 'id'>[],
  send: () => Promise<Success>,
): Promise<Success> {
  if (held.length === 0) return send();
  const ids = held.map(({ id }) => id);
  const record = async (outcome: RawBuilder<unknown>) =>
    // If it cannot be recorded, they are retried; the mail was sent, and its links stay valid.
    setHeld(deps, about, ids, sql`${outcome}, next_try_at = null`).catch(() => undefined);
  try {
    const sent = await send();
    await record(
      sql`state = 'succeeded', message = ${`Sent together with ${counted(ids.length, 'other')}`}, cause = '', sent_with = ${about.stepId}`,
    );
    return sent;
  } catch (error) {
    if (error instanceof ServiceError && !error.isTemporary)
      await record(sql`state = 'failed', message = ${error.message}, cause = ${error.reason ?? ''}`);
    throw error;
  }
}
