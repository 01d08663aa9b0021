import type pg from 'pg';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type SettingName, STEP_NAMES, type StepName, STEPS } from '#contract/steps/steps.ts';
import { PREPARED_MARK } from '#server/db/connection.ts';

/** Per transaction: enough to drain a backlog; for sign-ups, few enough that no visitor waits for their locks. */
const ROWS_PER_BATCH = { signUps: 50, changes: 500 };
const STEP_BITS = STEP_NAMES.map((step, index) => ({ step, bit: 2 ** index })).filter(({ step }) => STEPS[step].settings.length > 0);

/** These steps as stored (`asks_for`), one bit for each. */
export const bitsOf = (steps: readonly StepName[]): number =>
  STEP_BITS.reduce((sum, { step, bit }) => (steps.includes(step) ? sum + bit : sum), 0);

const isSet = (owner: string, name: SettingName): string =>
  name === 'send_notifications_slack' ? `${owner}.${name}` : `${owner}.${name} is not null`;

/** The steps that the current settings of a series or form ask for (`asks_for`), in SQL; `owner` is its row. */
export const asksFor = (owner: string): string => {
  const bits = STEP_BITS.map(
    ({ step, bit }) => `case when ${STEPS[step].settings.map((name) => isSet(owner, name)).join(' and ')} then ${bit} else 0 end`,
  );
  return `(${bits.join(' + ')})::smallint`;
};

const ALL_STEPS = `(values ${STEP_BITS.map(({ step, bit }) => `('${step}', ${bit})`).join(', ')}) as every (step, bit)`;

/** The steps of sign-ups in addition to those of `asks_for`. */
const MORE_OF_SIGN_UPS = `
    union
    select registered.id, 'crm' from registered join events on events.id = event_id where status = 'confirmed' and asks_for_crm
    union
    select id, 'email' from registered group by id having bool_or(status = 'waiting') and not bool_or(status = 'confirmed')`;

// The commit does not wait for the disk. If a crash loses it, the row is still marked and is fanned out again, and no step runs
// before it is durable, because claiming one is a synchronous commit.
// Which steps exist was stored with the row (`asks_for`, and `asks_for_crm` of registrations), since settings may have changed. A row
// of a sign-up whose form was deleted gets none. Deleting a submission removes its changes first, and waits for those
// that are claimed here, so no step remains.
const statementOf = (table: 'submissions' | 'registration_changes', chosen: string, lock: string) => `
  with claimed as (
    select id, ${table === 'submissions' ? 'id as submission_id, null::uuid as change_id' : 'submission_id, id as change_id'}, form_id, asks_for from ${table} where ${chosen} ${lock}
  ), kept as (
    select claimed.*, kind from claimed left join forms on forms.id = form_id where kind is not null or submission_id is null
  ), done as (
    update ${table} set awaiting_fan_out = false from claimed where ${table}.id = claimed.id
  ), registered as materialized (
    select kept.id, event_id, status, asks_for_crm from kept join registrations on registrations.submission_id = kept.id
  ), asked as (
    select id, step from kept join ${ALL_STEPS} on asks_for & bit <> 0${table === 'submissions' ? MORE_OF_SIGN_UPS : ''}
  ), written as (
    insert into submission_steps (submission_id, change_id, step, state, next_try_at)
    select submission_id, change_id, step, 'waiting', now() from asked join kept using (id)
    on conflict do nothing
    returning step
  )
  select set_config('synchronous_commit', 'off', true), array(select distinct step from written) as steps,
    (select count(*) from claimed)::integer as claimed,
    (select coalesce(json_agg(json_build_object('id', submission_id, 'form', json_build_object('kind', kind, 'id', form_id))), '[]') from kept
      where submission_id is not null) as submissions`;

const TAKE_NEXT = {
  /** Except those that are settled first (`settleSignUps`). */
  signUps: statementOf('submissions', 'awaiting_fan_out and settles_by is null order by id limit $1', 'for update skip locked'),
  changes: statementOf('registration_changes', 'awaiting_fan_out order by id limit $1', 'for update skip locked'),
};

/** Writes the steps of one sign-up. */
export const FAN_OUT_ONE = `${PREPARED_MARK}${statementOf('submissions', 'id = $1 and awaiting_fan_out', 'for update')}`;

export interface WrittenSteps {
  readonly claimed: number;
  /** Rows whose form still exists. */
  readonly submissions: readonly { readonly id: string; readonly form: FormRef }[];
  readonly steps: readonly StepName[];
}

/** Takes sign-ups or registration changes from their outbox and writes their steps; there may be more. Any number of workers can do this at the same time. */
export async function fanOut(client: pg.ClientBase | pg.Pool, what: keyof typeof TAKE_NEXT) {
  const batch = ROWS_PER_BATCH[what];
  const { rows } = await client.query<WrittenSteps>({ name: `fan-out-${what}`, text: TAKE_NEXT[what], values: [batch] });
  const [written = { claimed: 0, steps: [], submissions: [] }] = rows;
  return { ...written, isMore: written.claimed === batch };
}
