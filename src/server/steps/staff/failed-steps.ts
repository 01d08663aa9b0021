import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type AttentionScope, OLD_AFTER_DAYS } from '#contract/steps/attention.ts';
import { type ServiceName, STEP_NAMES, type StepName, STEPS } from '#contract/steps/steps.ts';
import { timestampOf } from '#server/cursor.ts';
import { isNotDeleted } from '#server/forms/not-deleted.ts';
import { isForm, isOf } from '#server/forms/stored-form.ts';

/** Without any filter: all steps that failed and were not dismissed. */
export interface StepFilter {
  readonly submissionId?: string | undefined;
  /** `NO_CHANGE` for the steps of submissions themselves. */
  readonly changeId?: string | undefined;
  /** Of a submission to each of these, so none for two. */
  readonly forms?: readonly FormRef[];
  readonly step?: string | undefined;
  readonly service?: ServiceName | undefined;
  readonly cause?: string | undefined;
  readonly retrying?: boolean | undefined;
  /** Those that failed until then, in microseconds since 1970, and by the age of their sign-up at that time. */
  readonly asOf?: number | undefined;
  readonly age?: 'new' | 'old' | undefined;
  /** Dismissed steps: by default none; or only those, or all steps. */
  readonly dismissed?: 'only' | 'too' | undefined;
  /** An address of staff. */
  readonly dismissedBy?: string | undefined;
  readonly dismissedSince?: number | undefined;
}

/** Failed permanently, or waiting for the next attempt; written as in the partial indexes, which it has to match. */
const HAS_FAILED = sql<boolean>`(s.state = 'failed' or (s.state = 'waiting' and s.attempts > 0))`;

const DISMISSED = {
  none: sql<boolean>`s.dismissed_at is null`,
  only: sql<boolean>`s.dismissed_at is not null`,
  too: sql<boolean>`true`,
};

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
    HAS_FAILED,
    DISMISSED[dismissed],
    isNotDeleted(sql.ref('s.submission_id')),
    sql`s.submission_id <> s.change_id`, // A mail to somebody who was deleted has nobody to be shown with.
    ...forms.map((form) => sql`${isOf(form, 'submission')} and exists (select from forms where ${isForm(form)})`),
    ...when(filter.submissionId, (id) => sql`s.submission_id = ${id}`),
    ...when(filter.changeId, (id) => sql`s.change_id = ${id}`),
    ...when(filter.step, (step) => sql`s.step = ${step}`),
    ...when(filter.service, (service) => sql`s.step = any(${stepsOfService(service)}::text[])`),
    ...when(filter.cause, (cause) => sql`s.cause = ${cause}`),
    ...when(filter.retrying, (isRetrying) => sql`s.state = ${isRetrying ? 'waiting' : 'failed'}`),
    ...when(asOf, (moment) => sql`s.updated_at <= ${timestampOf(moment)}`),
    ...when(filter.age, (age) => isOfAge(age, asOf)),
    ...when(filter.dismissedBy, (email) => sql`s.dismissed_by_email = ${email}`),
    ...when(filter.dismissedSince, (moment) => sql`s.dismissed_at >= ${timestampOf(moment)}`),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The series or form of a query. */
export const formsOf = ({ series_id, form_id }: AttentionScope): FormRef[] => [
  ...(series_id === undefined ? [] : [{ kind: 'series', id: series_id } as const]),
  ...(form_id === undefined ? [] : [{ kind: 'marketing', id: form_id } as const]),
];
