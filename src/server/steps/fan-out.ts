import { sql } from 'kysely';
import type pg from 'pg';
import type { FormRef } from '#contract/form-ref.ts';
import { STEP_NAMES, STEPS, type StepName } from '#contract/side-effects/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { PREPARED_MARK } from '#server/db/prepared.ts';
import { AWAITS_SETTLING, IS_ANY_SETTLED } from '#server/registrations/repeats/awaits-settling.ts';

/** Sign-ups per transaction: enough to drain a backlog, few enough that no visitor waits for their locks. */
const BATCH = 50;

// The commit does not wait for the disk. If a crash loses it, the sign-up is still marked and is fanned out again, and no step runs
// before it is durable, because claiming one is a synchronous commit.

// Which steps a sign-up gets is decided by the SQL function `steps_asked_for` (`migrations/0006_steps.sql`), from the settings at the time of the
// sign-up; `past_steps` holds settings that have changed since.
const stepsAt = (ownerId: string, present: string, signUp = 'claimed') => `coalesce(
  (select steps from past_steps where owner_id = ${ownerId} and until > ${signUp}.submitted_at order by until limit 1), ${present})`;

const SETTINGS = new Set(STEP_NAMES.flatMap((step) => STEPS[step].settings));

/** The steps that the present settings of a series or form ask for, in SQL. */
export const stepsAskedFor = (owner: string): string =>
  `steps_asked_for(${[...SETTINGS].map((name) => `${name} => ${owner}.${name}`).join(', ')})`;

const STEPS_OF_FORM = `unnest(${stepsAt('form.id', stepsAskedFor('form'))}) as step`;

const statementOf = (chosen: string, lock = 'for update skip locked') => `
  with claimed as (
    select id, form_id, submitted_at from submissions where ${chosen} ${lock}
  ), done as (
    update submissions set awaiting_fan_out = false from claimed where submissions.id = claimed.id
  ), place as materialized (
    select claimed.id, claimed.submitted_at, event_id, status from claimed join registrations on submission_id = claimed.id
  ), asked as (
    select claimed.id, step from claimed join forms form on form.id = claimed.form_id cross join ${STEPS_OF_FORM}
    union
    select place.id, 'crm' from place join events event on event.id = place.event_id
    where place.status = 'confirmed' and 'crm' = any(${stepsAt('event.id', "case when event.copper_tag is not null then array['crm'] end", 'place')})
    union
    select id, 'email' from place group by id having bool_or(status = 'waiting') and not bool_or(status = 'confirmed')
  ), written as (
    insert into submission_steps (submission_id, step, state, next_try_at) select id, step, 'waiting', now() from asked
    on conflict do nothing
    returning step
  )
  select set_config('synchronous_commit', 'off', true), array(select distinct step from written) as steps,
    (select count(*) from claimed)::integer as claimed,
    (select coalesce(json_agg(json_build_object('id', claimed.id, 'form', json_build_object('kind', form.kind, 'id', form.id))), '[]')
      from claimed join forms form on form.id = claimed.form_id) as submissions`;

/** Takes sign-ups of all kinds; `settled`, those that need not be settled, while there may be others. */
export const FAN_OUT_STATEMENT = {
  all: statementOf('awaiting_fan_out order by id limit $1'),
  settled: statementOf(`awaiting_fan_out and not ${AWAITS_SETTLING} order by id limit $1`),
} as const;

/** Writes the steps of one sign-up. */
export const FAN_OUT_ONE = `${PREPARED_MARK}${statementOf('id = $1 and awaiting_fan_out', 'for update')}`;

export interface FannedOut {
  readonly id: string;
  readonly form: FormRef;
}

/** What the statements answer. */
export interface WrittenSteps {
  readonly claimed: number;
  /** Those whose form is still there. */
  readonly submissions: FannedOut[];
  readonly steps: StepName[];
}

export interface FanOut {
  readonly isMore: boolean;
  readonly steps: readonly StepName[];
  readonly submissions: readonly FannedOut[];
}

/** Whether sign-ups may have to be settled first (`settleSignUps`). */
export async function isAnySettled(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ isAny: boolean }>({ name: 'is-any-settled', text: IS_ANY_SETTLED });
  return rows[0]?.isAny === true;
}

/** Takes sign-ups from the outbox and writes their steps, but for those that are settled first. Any number of workers may do so at once. */
export async function fanOut(client: pg.ClientBase | pg.Pool): Promise<FanOut> {
  const which = (await isAnySettled(client)) ? 'settled' : 'all';
  const { rows } = await client.query<WrittenSteps>({
    name: which === 'all' ? 'fan-out' : 'fan-out-settled',
    text: FAN_OUT_STATEMENT[which],
    values: [BATCH],
  });
  const [{ claimed, steps, submissions } = { claimed: 0, steps: [], submissions: [] }] = rows;
  return { isMore: claimed === BATCH, steps, submissions };
}

/** Deletes past settings that no sign-up in the outbox needs any more; for the hourly cleaning. */
export async function purgePastSettings(db: Db): Promise<void> {
  for (const table of ['past_steps', 'past_policies'] as const) {
    // Sign-ups that are being committed at this moment cannot be seen yet, hence the hour.
    const where = sql<boolean>`until < now() - interval '1 hour' and not exists (
      select from submissions where awaiting_fan_out and submitted_at < ${sql.table(table)}.until)`;
    await deleteInBatches(db, { table, where, by: 'until' });
  }
}
