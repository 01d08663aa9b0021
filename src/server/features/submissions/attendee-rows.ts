import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { StepName } from '#contract/steps.ts';
import type { Db } from '#server/db/connection.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import type { AttendeeSort, Position, Sorting } from './attendee-cursor.ts';
import { type AttendeeFilter, selectAttendees } from './attendee-filters.ts';
import { SUBMISSION_COLUMNS } from './present.ts';
import { STATUS_RANK, type Step } from './status.ts';
import { registrationsOfAddress } from './submission-scope.ts';

const MICROSECONDS = sql<number>`(extract(epoch from registration.submitted_at) * 1000000)::bigint`;

const SORT_KEYS: Readonly<Record<AttendeeSort, RawBuilder<string | number | null>>> = {
  status: STATUS_RANK,
  name: sql<string>`lower(submission.first_name || ' ' || submission.last_name)`,
  organisation: sql<string>`lower(submission.organisation)`,
  email: sql<string>`submission.email_key`,
  signups_count: sql<number>`address.registrations`,
  submitted_at: sql<null>`null::text`,
};

/** Matches rows after a position. Equal rows are newest first in either direction. */
function isAfter({ sort, direction }: Sorting, { key, time, id }: Position): RawBuilder<SqlBool> {
  const isLater = sql.raw(direction === 'asc' ? '>' : '<');
  const at = sql`(timestamptz 'epoch' + ${time}::double precision * interval '1 microsecond', ${id}::uuid)`;
  const rowPosition = sql`(registration.submitted_at, registration.submission_id)`;
  if (sort === 'submitted_at') return sql`${rowPosition} ${isLater} ${at}`;
  const given = typeof key === 'number' ? sql`${key}::bigint` : sql`${key}::text`;
  return sql`(${SORT_KEYS[sort]} ${isLater} ${given} or (${SORT_KEYS[sort]} = ${given} and ${rowPosition} < ${at}))`;
}

interface StepJson {
  readonly step: StepName;
  readonly state: SubmissionStepRow['state'];
  readonly attempts: number;
  readonly message: string;
  readonly next_try_at: string | null;
}

/** The steps of `submission`, unordered; null when it has none. A subquery, which saves a round trip. */
const STEPS = sql<StepJson[] | null>`(
  select json_agg(json_build_object(
    'step', step, 'state', state, 'attempts', attempts, 'message', message, 'next_try_at', next_try_at
  )) from submission_steps where submission_id = submission.id)`;

/** The steps of a row that was read with `withSteps`. */
export const stepsOf = ({ steps }: { readonly steps?: StepJson[] | null }): Step[] =>
  (steps ?? []).map((step) => ({ ...step, next_try_at: step.next_try_at === null ? null : new Date(step.next_try_at) }));

interface RowsWanted extends AttendeeFilter {
  readonly sorting: Sorting;
  readonly after?: Position | undefined;
  /** Absent: all rows. */
  readonly limit?: number | undefined;
  readonly withSteps?: boolean;
}

/** Selects a page of submissions in the given order. Sorted by time it reads one index, only as far as the page goes. */
export const selectAttendeeRows = (db: Db, scope: SubmissionScope, wanted: RowsWanted) => {
  const { sort, direction } = wanted.sorting;
  const byTime = sort === 'submitted_at' ? direction : 'desc';
  return selectAttendees(db, scope, wanted)
    .innerJoinLateral(registrationsOfAddress(scope).as<'address'>('address'), (join) => join.onTrue())
    .select(SUBMISSION_COLUMNS)
    .select(['address.registrations', 'address.registrations_here', SORT_KEYS[sort].as('cursor_key'), MICROSECONDS.as('cursor_time')])
    .$if(wanted.withSteps === true, (select) => select.select(STEPS.as('steps')))
    .$if(wanted.after !== undefined, (select) =>
      wanted.after === undefined ? select : select.where(isAfter(wanted.sorting, wanted.after)),
    )
    .$if(sort !== 'submitted_at', (select) => select.orderBy(SORT_KEYS[sort], direction))
    .orderBy('registration.submitted_at', byTime)
    .orderBy('registration.submission_id', byTime)
    .$if(wanted.limit !== undefined, (select) => select.limit(wanted.limit ?? 0));
};
