import { type RawBuilder, sql } from 'kysely';
import { type FormRef, idsOnWire } from '#contract/forms/form-ref.ts';
import { aboutOf } from '#contract/registrations/registration-changes.ts';
import { type Attention, type AttentionQuery, type AttentionScope, type FailedStep, OLD_AFTER_DAYS } from '#contract/steps/attention.ts';
import { ADDRESS_LIMIT, MAYBE_SENT } from '#contract/steps/causes.ts';
import { type ServiceName, STEP_NAMES, type StepName, STEPS } from '#contract/steps/steps.ts';
import { isAfterCursor, microsecondsOf, pageOf, timestampOf } from '#server/cursor.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { isForm, isNotDeleted, isOf } from '#server/form-store/form-rows.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { changeOfStep, type ChangeOfStep } from './change-of-step.ts';

/** Without any filter: all steps that failed and were not dismissed. */
export interface StepFilter {
  readonly id?: string | undefined;
  readonly submissionId?: string | undefined;
  /** Only steps of submissions to all of these, so none for two. */
  readonly forms?: readonly FormRef[];
  readonly step?: string | undefined;
  readonly service?: ServiceName | undefined;
  readonly cause?: string | undefined;
  readonly retrying?: boolean | undefined;
  /** Only steps that had failed by then, in microseconds since 1970, by the age of their sign-up at that time. */
  readonly asOf?: number | undefined;
  readonly age?: 'new' | 'old' | undefined;
  /** Dismissed steps: by default none; or only those, or all steps. */
  readonly dismissed?: 'only' | 'too' | undefined;
  /** An address of staff. */
  readonly dismissedBy?: string | undefined;
  readonly dismissedSince?: number | undefined;
  /** Whether to include mails waiting for their mailbox. If it is set, mails that may have arrived are included only when their step or cause is named. */
  readonly isHeldToo?: boolean;
}

const DISMISSED = { none: sql<boolean>`s.dismissed_at is null`, only: sql<boolean>`s.dismissed_at is not null`, too: sql<boolean>`true` };

export const stepsOfService = (service: ServiceName): StepName[] => STEP_NAMES.filter((step) => STEPS[step].service === service);

const when = <Value>(value: Value | undefined, condition: (value: Value) => ReturnType<typeof sql<boolean>>) =>
  value === undefined ? [] : [condition(value)];

const isOfAge = (age: 'new' | 'old', asOf = 0) =>
  sql<boolean>`submission.submitted_at ${sql.raw(age === 'old' ? '<' : '>=')} ${timestampOf(asOf)} - make_interval(days => ${OLD_AFTER_DAYS})`;

/** Joins `submissions as submission` where the filter needs it. */
export const joinOf = ({ forms = [], age }: StepFilter) =>
  forms.length === 0 && age === undefined ? sql`` : sql`join submissions submission on submission.id = s.submission_id`;

/** The condition of a filter on `submission_steps as s` with the join of `joinOf`. */
export function matching(filter: StepFilter) {
  const { forms = [], dismissed = 'none', asOf } = filter;
  const conditions = [
    sql`s.has_failed`,
    DISMISSED[dismissed],
    sql`s.submission_id is not null`, // A mail to someone who was deleted has no person to show.
    isNotDeleted(sql.ref('s.submission_id')),
    ...forms.map((form) => sql`${isOf(form, 'submission')} and exists (select from forms where ${isForm(form)})`),
    ...when(filter.id, (id) => sql`s.id = ${id}`),
    ...when(filter.submissionId, (id) => sql`s.submission_id = ${id}`),
    ...when(filter.step, (step) => sql`s.step = ${step}`),
    ...when(filter.service, (service) => sql`s.step = any(${stepsOfService(service)}::text[])`),
    ...when(filter.cause, (cause) => sql`s.cause = ${cause}`),
    ...when(filter.retrying, (isRetrying) => sql`s.state = ${isRetrying ? 'waiting' : 'failed'}`),
    ...when(asOf, (moment) => sql`s.updated_at <= ${timestampOf(moment)}`),
    ...when(filter.age, (age) => isOfAge(age, asOf)),
    ...when(filter.dismissedBy, (email) => sql`s.dismissed_by_email = ${email}`),
    ...when(filter.dismissedSince, (moment) => sql`s.dismissed_at >= ${timestampOf(moment)}`),
    ...(filter.isHeldToo === false ? [sql`not (s.state = 'waiting' and s.cause = ${ADDRESS_LIMIT})`] : []),
    // A retry includes mails that may have arrived only if it was asked for them.
    ...(filter.isHeldToo !== undefined && filter.id === undefined && filter.cause !== MAYBE_SENT ? [sql`s.cause <> ${MAYBE_SENT}`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export const formsOf = ({ series_id, form_id }: AttentionScope): FormRef[] => [
  ...(series_id === undefined ? [] : [{ kind: 'series', id: series_id } as const]),
  ...(form_id === undefined ? [] : [{ kind: 'marketing', id: form_id } as const]),
];

interface FailedStepRow extends Omit<FailedStep, 'next_try_at' | 'failed_at' | 'dismissed_at' | 'about' | 'series_id' | 'form_id'> {
  form: FormRef;
  change: ChangeOfStep | null;
  next_try_at: Date | null;
  failed_at: Date;
  dismissed_at: Date | null;
  micros: number;
}

export const presentStep = ({ form, change, micros: _micros, ...row }: FailedStepRow): FailedStep => ({
  ...momentsAsText(row),
  ...(change === null ? {} : { about: aboutOf(row.step, change) }),
  ...idsOnWire(form),
});

interface StepSelection {
  readonly filter: StepFilter;
  /** A condition in addition to the filter. */
  readonly and?: RawBuilder<boolean>;
  /** The column by which the latest is first. */
  readonly time: RawBuilder<unknown>;
  readonly limit: number;
}

/** Failed steps, each with its person, its series or form and one of its events. Only those of the page are joined with these. */
export const selectSteps = ({ filter, and = sql<boolean>`true`, time, limit }: StepSelection): RawBuilder<FailedStepRow> => sql`
  select s.id, s.submission_id, s.step, ${changeOfStep('s')} as change, s.message, s.attempts, s.next_try_at, s.updated_at as failed_at, s.dismissed_at, s.dismissed_by,
    ${microsecondsOf(time)} as micros,
    coalesce(former.person ->> 'first_name', submission.first_name) as first_name, coalesce(former.person ->> 'last_name', submission.last_name) as last_name,
    coalesce(former.person ->> 'email', submission.email) as email, submission.version,
    json_build_object('kind', form.kind, 'id', form.id) as form, form.title,
    event.id as event_id, event.title as event_title, event.is_on_form as event_show_on_form
  from (
    select s.* from submission_steps s ${joinOf(filter)} where ${matching(filter)} and ${and}
    order by ${time} desc, s.id desc limit ${limit}
  ) s
  join submissions submission on submission.id = s.submission_id
  join forms form on form.id = submission.form_id
  left join lateral (select details -> 'person' as person from registration_changes where id = s.change_id and kind = 'passed_on') as former on true
  left join lateral (
    select events.id, events.title, events.is_on_form from registrations as registration join events on events.id = registration.event_id
    where registration.submission_id = s.submission_id
    order by events.is_on_form desc, events.starts_at, events.id limit 1
  ) event on true
  order by ${time} desc, s.id desc`;

export const FAILED_AT = sql.ref('s.updated_at');

/** A page of the failed steps, latest first. @throws AppError `invalid` at `cursor` */
export async function getAttentionPage(db: Db, query: AttentionQuery): Promise<Attention> {
  const { step, service, cause, retrying, dismissed: isDismissed = false, limit, cursor } = query;
  const time = isDismissed ? sql.ref('s.dismissed_at') : FAILED_AT;
  const filter = {
    forms: formsOf(query),
    submissionId: query.submission_id,
    step,
    service,
    cause,
    retrying,
    dismissed: isDismissed ? ('only' as const) : undefined,
  };
  const { rows: found } = await selectSteps({ filter, and: isAfterCursor(cursor, sql`${time}, s.id`), time, limit: limit + 1 }).execute(db);
  const { rows, next_cursor } = pageOf(found, limit, (last) => [last.micros, last.id]);
  return { steps: rows.map(presentStep), next_cursor };
}

export const countFailedByStep = (db: Db): Promise<{ step: StepName; failed: number; retrying: number }[]> => rowsOf<{
  step: StepName;
  failed: number;
  retrying: number;
}>(db)`
  select s.step, count(*) filter (where s.state = 'failed') as failed, count(*) filter (where s.state = 'waiting') as retrying
  from submission_steps s where ${matching({})} group by s.step`;
