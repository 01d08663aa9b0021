import type pg from 'pg';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type SettingName, STEP_NAMES, type StepName, STEPS } from '#contract/steps/steps.ts';
import { PREPARED_MARK } from '#server/db/prepared.ts';

/** Sign-ups per transaction: enough to drain a backlog, few enough that no visitor waits for their locks. */
const BATCH = 50;

const STEP_BITS = STEP_NAMES.map((step, place) => ({ step, bit: 2 ** place }));

const isSet = (owner: string, name: SettingName): string =>
  name === 'send_notifications_slack' ? `${owner}.${name}` : `${owner}.${name} is not null`;

/** The steps that the present settings of a series or form ask for, one bit for each (`asks_for`), in SQL; `owner` is its row. */
export const asksFor = (owner: string): string => {
  const bits = STEP_BITS.map(
    ({ step, bit }) => `case when ${STEPS[step].settings.map((name) => isSet(owner, name)).join(' and ')} then ${bit} else 0 end`,
  );
  return `(${bits.join(' + ')})::smallint`;
};

/** All steps with their bits, as rows in SQL. */
export const ALL_STEPS = `(values ${STEP_BITS.map(({ step, bit }) => `('${step}', ${bit})`).join(', ')}) as every (step, bit)`;

// The commit does not wait for the disk. If a crash loses it, the sign-up is still marked and is fanned out again, and no step runs
// before it is durable, because claiming one is a synchronous commit.
// Which steps exist was stored with the sign-up (`asks_for`, and `asks_for_crm` of its registrations), since settings may have changed.
// A sign-up whose form was deleted gets none.
const statementOf = (chosen: string, lock: string) => `
  with claimed as (
    select id, form_id, asks_for from submissions where ${chosen} ${lock}
  ), kept as (
    select claimed.id, form_id, kind, asks_for from claimed join forms on forms.id = form_id
  ), done as (
    update submissions set awaiting_fan_out = false from claimed where submissions.id = claimed.id
  ), place as materialized (
    select kept.id, event_id, status, asks_for_crm from kept join registrations on submission_id = kept.id
  ), asked as (
    select id, step from kept join ${ALL_STEPS} on asks_for & bit <> 0
    union
    select place.id, 'crm' from place join events on events.id = event_id where status = 'confirmed' and asks_for_crm
    union
    select id, 'email' from place group by id having bool_or(status = 'waiting') and not bool_or(status = 'confirmed')
  ), written as (
    insert into submission_steps (submission_id, step, state, next_try_at) select id, step, 'waiting', now() from asked
    on conflict do nothing
    returning step
  )
  select set_config('synchronous_commit', 'off', true), array(select distinct step from written) as steps,
    (select count(*) from claimed)::integer as claimed,
    (select coalesce(json_agg(json_build_object('id', id, 'form', json_build_object('kind', kind, 'id', form_id))), '[]') from kept) as submissions`;

/** Takes sign-ups of all kinds that need not be settled. */
const FAN_OUT_STATEMENT = statementOf('awaiting_fan_out and settles_by is null order by id limit $1', 'for update skip locked');

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

/** Takes sign-ups from the outbox and writes their steps, but for those that are settled first (`settleSignUps`). Any number of workers may do so at the same time. */
export async function fanOut(client: pg.ClientBase | pg.Pool): Promise<FanOut> {
  const { rows } = await client.query<WrittenSteps>({ name: 'fan-out', text: FAN_OUT_STATEMENT, values: [BATCH] });
  const [{ claimed, steps, submissions } = { claimed: 0, steps: [], submissions: [] }] = rows;
  return { isMore: claimed === BATCH, steps, submissions };
}
