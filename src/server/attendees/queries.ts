import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import {
  type EventWithSubmissions,
  isOfRepeats,
  type PageQuery,
  type SomeSubmissions,
  type Submission,
  type SubmissionLosses,
  type SubmissionPage,
} from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { CONFIRMED, type RegistrationList } from '#contract/registrations/places.ts';
import { isStorable } from '#contract/rules/text.ts';
import { microsecondsOf, pageOf, readCursor, timestampOf } from '#server/cursor.ts';
import { type Db, numberOf, oneRowOf, PREPARED, rowsOf } from '#server/db/connection.ts';
import { orNotFound } from '#server/errors.ts';
import * as events from '#server/events/queries.ts';
import { isEventNotDeleted } from '#server/form-store/form-rows.ts';
import { countSignUps } from '#server/forms/queries.ts';
import { attendanceIn, countAttended } from '#server/registrations/attendance.ts';
import { changeOfStep } from '#server/steps/staff/change-of-step.ts';
import { type EventPath, momentFrom } from '#server/wire-names.ts';
import { type AttendeeFilter, countAttendees, isUnfiltered, selectAttendees } from './attendee-filters.ts';
import { presentSubmission, STATUS_RANK, type Step, STEP_FIELDS, SUBMISSION_COLUMNS } from './present.ts';
import * as scopes from './submission-scope.ts';

/** `position`: the order of the waiting list. */
type AttendeeSort = NonNullable<PageQuery['sort']> | 'position';

/** In dictionary order, with `blank` for a blank first column. A tab comes before all letters, so that Lee is before Lee Smith whatever their first names. */
const inDictionary = (blank: string, first: string, second?: string): RawBuilder<string> =>
  sql`lower(coalesce(nullif(${sql.ref(`submission.${first}`)}, ''), ${sql.lit(blank)})${
    second === undefined ? sql`` : sql` || E'\t' || ${sql.ref(`submission.${second}`)}`
  }) collate turnout_names`;

const keysWith = (blank: string): Readonly<Record<AttendeeSort, RawBuilder<string | number | null>>> => ({
  // People who are not here come first.
  status: sql<number>`case when registration.attended_at is null then 0 else 10 end + ${STATUS_RANK}`,
  name: inDictionary(blank, 'last_name', 'first_name'),
  first_name: inDictionary(blank, 'first_name', 'last_name'),
  organisation: inDictionary(blank, 'organisation'),
  email: sql<string>`case when submission.email = '' then ${sql.lit(blank)} else submission.email_key end collate turnout_names`,
  signups_count: sql<number>`sorted.registrations`,
  submitted_at: sql<null>`null::text`,
  position: sql<number>`registration.list_order`,
});

/** Blanks come last in either direction, as in spreadsheets: U+FFFF is after all letters. */
const SORT_KEYS = { asc: keysWith('\uffff'), desc: keysWith('') } as const;

/** A key whose type differs from the column's would be a database error. */
function keySchema(sort: AttendeeSort): z.ZodType<string | number | null> {
  if (sort === 'submitted_at') return z.null();
  if (sort === 'position') return z.number();
  return sort === 'status' || sort === 'signups_count' ? z.int32() : z.string().refine(isStorable);
}

/** Matches rows after the cursor's, which must have the same order. Equal rows are newest first in either direction. */
function isAfter(cursor: string | undefined, sort: AttendeeSort, direction: 'asc' | 'desc'): RawBuilder<SqlBool> {
  const schema = () => z.tuple([z.literal(sort), z.literal(direction), keySchema(sort), z.int().min(0), z.guid()]);
  // Creating a schema takes as long as reading ten rows.
  const position = cursor === undefined ? undefined : readCursor(cursor, schema());
  if (position === undefined) return sql`true`;
  const [, , key, time, id] = position;
  const isLater = sql.raw(direction === 'asc' ? '>' : '<');
  const at = sql`(${timestampOf(time)}, ${id}::uuid)`;
  const rowPosition = sql`(registration.submitted_at, registration.submission_id)`;
  if (sort === 'submitted_at') return sql`${rowPosition} ${isLater} ${at}`;
  const given = typeof key === 'number' ? sql`${key}::double precision` : sql`${key}::text`;
  const sorted = SORT_KEYS[direction][sort];
  return sql`(${sorted} ${isLater} ${given} or (${sorted} = ${given} and ${rowPosition} < ${at}))`;
}

const STEPS = sql<Step[]>`json_agg(json_build_object(${STEP_FIELDS}, 'sent_with', sent_with, 'change', ${changeOfStep('step')}))`;

/** The steps of `submission`, unordered; null when it has none. A subquery, which saves a round trip. */
export const STEPS_COLUMN = sql<Step[] | null>`(
  select ${STEPS} from submission_steps as step where step.submission_id = submission.id)`;

/** `ids`: only these submissions; `withSteps`: their steps; `withMatches`: the total number of rows. */
export type AttendeeQuery = PageQuery & AttendeeFilter & { readonly withSteps?: boolean; readonly withMatches?: boolean };

/** The order of a list: newest first unless sorted otherwise, people waiting by position. */
function orderOf({ registration: list, sort: chosen, direction }: PageQuery): { sort: AttendeeSort; direction: 'asc' | 'desc' } {
  const sort = chosen ?? (list === 'waiting' ? 'position' : 'submitted_at');
  return { sort, direction: direction ?? (sort === 'submitted_at' ? 'desc' : 'asc') };
}

/** The orders that have an index. */
const IN_ORDER: ReadonlySet<AttendeeSort> = new Set(['submitted_at', 'position']);

/** Whether a page is read from one index, and no further than its end. */
const isReadInOrder = (query: AttendeeQuery): boolean => IN_ORDER.has(orderOf(query).sort) && isUnfiltered(query);

const isPageOfQueue = (query: AttendeeQuery): boolean =>
  orderOf(query).sort === 'position' && query.limit !== undefined && isUnfiltered(query);

/** Whether every page by cursor sorts the whole list again, or searches it for repeats. */
export const isResortedForEachPage = (query: AttendeeQuery): boolean => orderOf(query).sort !== 'submitted_at' || isOfRepeats(query);

/** Selects submissions in the order of the list; no columns yet. */
export function selectInOrder(db: Db, scope: AttendeeScope, query: AttendeeQuery) {
  const { sort, direction } = orderOf(query);
  const byTime = sort === 'submitted_at' ? direction : 'desc';
  const ofAddress = scopes.registrationsOfAddress(scope, query.registration);
  return selectAttendees(db, scope, { ...query, byPosition: isPageOfQueue(query) })
    .$if(sort === 'signups_count', (select) => select.innerJoinLateral(ofAddress.as<'sorted'>('sorted'), (join) => join.onTrue()))
    .$if(sort !== 'submitted_at', (select) => select.orderBy(SORT_KEYS[direction][sort], direction))
    .orderBy('registration.submitted_at', byTime)
    .orderBy('registration.submission_id', byTime);
}

/** Exports do not show the position, for which the whole waiting list would be read with each batch. */
const NO_POSITION = sql<null>`null`;

/** Selects a page of submissions and the first row after it. */
export const selectAttendeeRows = (db: Db, scope: AttendeeScope, query: AttendeeQuery) => {
  const { sort, direction } = orderOf(query);
  const eventId = scope.kind === 'series' && (query.registration ?? 'confirmed') !== 'confirmed' ? scope.eventId : undefined;
  // The rows of a page of the waiting list have it.
  const position = isPageOfQueue(query) ? sql<number>`registration.position` : undefined;
  // In a join, addresses would be counted before the page is limited.
  const address = sql<scopes.AddressRegistrations>`(select row_to_json(counts) from ${scopes.registrationsOfAddress(scope, query.registration)} as counts)`;
  return selectInOrder(db, scope, query)
    .$if(isReadInOrder(query) && eventId === undefined && query.limit !== undefined, (select) => select.modifyFront(PREPARED))
    .select(SUBMISSION_COLUMNS)
    .select(SORT_KEYS[direction][sort].as('cursor_key'))
    .select(address.as('address'))
    .select(microsecondsOf(sql.ref('registration.submitted_at')).as('cursor_time'))
    .$if(eventId !== undefined, (select) =>
      select.select(scopes.registrationOf(eventId ?? '', query.withSteps === true ? position : NO_POSITION).as('registration')),
    )
    .$if(scope.kind === 'series', (select) => select.select(attendanceIn(scope.kind === 'series' ? scope.eventId : '').as('attendance')))
    .$if(query.withSteps === true, (select) => select.select(STEPS_COLUMN.as('steps')))
    .$if(query.withMatches === true, (select) => select.select(sql<number>`count(*) over ()`.as('matches')))
    .where(isAfter(query.cursor, sort, direction))
    .$if(query.limit !== undefined, (select) => select.limit((query.limit ?? 0) + 1));
};

/** A submission with the registrations of its address in the series or form, and in this list. */
export type AttendeeRow = Awaited<ReturnType<ReturnType<typeof selectAttendeeRows>['execute']>>[number];

/** All rows, or a page, which is not shifted by rows added in the meantime. @throws AppError `invalid` */
export async function listAttendees(db: Db, scope: AttendeeScope, query: AttendeeQuery) {
  const found = await selectAttendeeRows(db, scope, query).execute();
  const { sort, direction } = orderOf(query);
  return pageOf(found, query.limit, (last) => [sort, direction, last.cursor_key, last.cursor_time, last.id]);
}

/** A row that was read with `withSteps`, as staff see it. */
export function presentAttendee(row: AttendeeRow): Submission {
  const { attendance, registration } = row;
  return {
    ...presentSubmission(row, row.address.registrations, row.steps ?? []),
    ...(registration ? { _registration: scopes.presentRegistration(registration) } : {}),
    ...(attendance ? { _attended_at: momentFrom(attendance.at), _walk_in: attendance.walk_in } : {}),
  };
}

/** A submission to a marketing form, or in an event of a series. */
export type SubmissionRef = AttendeeScope & { readonly submissionId: string };

/** The failed steps of these submissions, by submission, except those without any. */
export async function listFailedSteps(db: Db, submissionIds: readonly string[]): Promise<Map<string, Step[]>> {
  const rows = await rowsOf<{ id: string; steps: Step[] }>(db)`
    select submission_id as id, ${STEPS} as steps from submission_steps as step
    where submission_id = any(${submissionIds}::uuid[]) and has_failed group by submission_id`;
  return new Map(rows.map(({ id, steps }) => [id, steps]));
}

/** A form's count is stored, so it need not be counted. */
async function countAll(db: Db, scope: AttendeeScope, { registration, limit, count_max: asked }: PageQuery): Promise<number> {
  const max = limit === undefined ? undefined : asked;
  return scope.kind === 'marketing'
    ? Math.min(await countSignUps(db, scope), max ?? Infinity)
    : events.countRegistrations(db, scope.eventId, registration, max);
}

/** How many in the list repeat an address; for a form, from an index only. */
const countRepeats = (db: Db, scope: AttendeeScope, list: RegistrationList | undefined): Promise<number> =>
  scope.kind === 'marketing'
    ? numberOf(db)`select count(*) - count(distinct email_key) from submissions where form_id = ${scope.id}`
    : numberOf(db)`
        select coalesce(sum(places - 1), 0)::integer from (
          select count(*) as places
          from ${scopes.registrationsIn(scope, { list })} as registration join submissions as submission on submission.id = registration.submission_id
          group by submission.email_key
        ) as addresses`;

const duplicatesAmong = (rows: readonly AttendeeRow[]): string[] => [
  ...new Set(rows.filter((row) => row.address.registrations_here > 1).map((row) => row.email_key)),
];

/** Whether the matches are counted with the first page, since comparing all names again would take just as long. */
const isCountedWithRows = ({ cursor, search = '' }: PageQuery): boolean => cursor === undefined && search.trim() !== '';

const countedWith = ([first]: readonly AttendeeRow[]): number => first?.matches ?? 0;

/** All submissions, or a page, which does not count duplicates, since that takes the whole list; of a large list, among its newest (`LOOKED_THROUGH_MAX`). */
export async function readSubmissionPage(db: Db, scope: AttendeeScope, query: PageQuery): Promise<SubmissionPage> {
  const cap = query.limit === undefined || isReadInOrder(query) ? undefined : await scopes.attendeeCap(db, scope);
  const withMatches = isCountedWithRows(query);
  const [{ rows, next_cursor }, all, matches, duplicates] = await Promise.all([
    listAttendees(db, scope, { ...query, cap, withSteps: true, withMatches }),
    countAll(db, scope, query),
    isUnfiltered(query) || withMatches ? undefined : countAttendees(db, scope, { ...query, cap }),
    query.limit === undefined ? countRepeats(db, scope, query.registration) : undefined,
  ]);
  return {
    submissions: rows.map(presentAttendee),
    submissions_count: all,
    ...(duplicates === undefined ? {} : { duplicates_count: duplicates }),
    duplicate_emails: duplicatesAmong(rows),
    matches_count: (withMatches ? countedWith(rows) : matches) ?? all,
    next_cursor,
  };
}

/** The submissions among these that are in the form or event, even if only on its waiting list, unordered. */
export async function listSubmissions(db: Db, scope: AttendeeScope, ids: readonly string[]): Promise<Submission[]> {
  if (ids.length === 0) return [];
  return (await listAttendees(db, scope, { ids, registration: 'all', withSteps: true })).rows.map(presentAttendee);
}

/** A list of confirmed registrations is read without their status, which is the same for all. */
export const withRegistrations = (submissions: Submission[], { closes_when_full: isLimited = false }: { closes_when_full?: boolean }) =>
  isLimited ? submissions.map((submission) => ({ ...submission, _registration: submission._registration ?? CONFIRMED })) : submissions;

/** The current state of these submissions; any that are not in the list are `gone`. @throws AppError `not_found` */
export async function readSomeSubmissions(
  db: Db,
  scope: AttendeeScope,
  { ids, registration }: { readonly ids: readonly string[]; readonly registration?: RegistrationList | undefined },
): Promise<SomeSubmissions> {
  const owner = await scopes.getScopeOwner(db, scope);
  const { rows } = await listAttendees(db, scope, { ids, registration, withSteps: true });
  const found = new Set(rows.map((row) => row.id));
  return {
    submissions: withRegistrations(rows.map(presentAttendee), owner),
    gone: ids.filter((id) => !found.has(id)),
    duplicate_emails: duplicatesAmong(rows),
  };
}

/** The submissions among these whose removal from the event would delete them, and how many other events the rest stay in. @throws AppError `not_found` */
export async function countLosses(db: Db, path: EventPath, ids: readonly string[]): Promise<SubmissionLosses> {
  await events.getEvent(db, path);
  return oneRowOf<SubmissionLosses>(db)`
    select count(distinct registration.submission_id) filter (where other.event_id is null)::integer as submissions_lost,
      count(distinct registration.submission_id) filter (where other.event_id is not null)::integer as submissions_kept,
      count(distinct other.event_id)::integer as other_events
    from registrations as registration
    left join registrations as other on other.submission_id = registration.submission_id and other.event_id <> registration.event_id
      and ${isEventNotDeleted(sql.ref('other.event_id'))}
    where registration.event_id = ${path.eventId} and registration.submission_id = any(${ids}::uuid[])`;
}

/** @throws AppError `not_found` when the submission is not of this form, or not in this event of this series */
export const getSubmission = async (db: Db, { submissionId, ...scope }: SubmissionRef): Promise<Submission> =>
  orNotFound((await listSubmissions(db, scope, [submissionId]))[0], 'Submission');

/** One event with all its attendees, or a page of them. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function readEvent(db: Db, path: EventPath, query: PageQuery): Promise<EventWithSubmissions> {
  // The page comes first, since its query takes the longest.
  const [page, event, attended] = await Promise.all([
    readSubmissionPage(db, { kind: 'series', id: path.seriesId, eventId: path.eventId }, query),
    events.getEvent(db, path),
    countAttended(db, path.eventId),
  ]);
  return {
    ...(await events.describeEvent(db, event)),
    ...page,
    ...(attended > 0 ? { attended_count: attended } : {}),
    submissions: withRegistrations(page.submissions, event),
  };
}
