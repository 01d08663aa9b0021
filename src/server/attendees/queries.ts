import { sql, type SqlBool } from 'kysely';
import type {
  EventWithSubmissions,
  PageQuery,
  SomeSubmissions,
  Submission,
  SubmissionLosses,
  SubmissionPage,
} from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { CONFIRMED, type RegistrationList } from '#contract/registrations/places.ts';
import { type Db, oneRowOf } from '#server/db/connection.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import { orNotFound } from '#server/errors.ts';
import * as events from '#server/events/queries.ts';
import { isEventNotDeleted } from '#server/form-store/form-rows.ts';
import * as forms from '#server/forms/queries.ts';
import { countAttended } from '#server/registrations/attendance.ts';
import { changeOfStep } from '#server/steps/staff/change-of-step.ts';
import type { EventPath } from '#server/wire-names.ts';
import { countAttendees, isUnfiltered } from './attendee-filters.ts';
import { type AttendeeRow, isReadInOrder, listAttendees, presentAttendee } from './attendee-rows.ts';
import type { Step } from './present.ts';
import { attendeeCap, getScopeOwner, registrationsIn } from './submission-scope.ts';

/** A submission to a marketing form, or in an event of a series. */
export type SubmissionRef = AttendeeScope & { readonly submissionId: string };

/** The failed steps of these submissions, by submission; those without any are left out. */
export async function listFailedSteps(db: Db, submissionIds: readonly string[]): Promise<Map<string | null, (SubmissionStepRow & Step)[]>> {
  const rows = await db
    .selectFrom('submission_steps as step')
    .selectAll()
    .select(changeOfStep('step').as('change'))
    .where(sql<SqlBool>`submission_id = any(${submissionIds}::uuid[]) and has_failed`)
    .execute();
  return Map.groupBy(rows, (row) => row.submission_id);
}

/** A form's count is stored, so it need not be counted. */
async function countAll(db: Db, scope: AttendeeScope, { registration, limit, count_max: asked }: PageQuery): Promise<number> {
  const max = limit === undefined ? undefined : asked;
  return scope.kind === 'marketing'
    ? Math.min(await forms.countSignUps(db, scope), max ?? Infinity)
    : events.countRegistrations(db, scope.eventId, registration, max);
}

const countRepeats = (db: Db, scope: AttendeeScope, list: RegistrationList | undefined): Promise<number> =>
  scope.kind === 'marketing' ? forms.countDuplicates(db, scope.id) : events.countDuplicates(db, registrationsIn(scope, { list }));

const duplicatesAmong = (rows: readonly AttendeeRow[]): string[] => [
  ...new Set(rows.filter((row) => row.address.registrations_here > 1).map((row) => row.email_key)),
];

/** Whether the matches are counted with the first page, since comparing all names again would take just as long. */
const isCountedWithRows = ({ cursor, search = '' }: PageQuery): boolean => cursor === undefined && search.trim() !== '';

const countedWith = ([first]: readonly AttendeeRow[]): number => first?.matches ?? 0;

/** All submissions, or a page, which does not count duplicates, since that takes the whole list; of a large list, among its newest (`LOOKED_THROUGH_MAX`). */
export async function readSubmissionPage(db: Db, scope: AttendeeScope, query: PageQuery): Promise<SubmissionPage> {
  const cap = query.limit === undefined || isReadInOrder(query) ? undefined : await attendeeCap(db, scope);
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
  const { rows } = await listAttendees(db, scope, { ids, registration: 'all', withSteps: true });
  return rows.map(presentAttendee);
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
  const owner = await getScopeOwner(db, scope);
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
export async function getSubmission(db: Db, { submissionId, ...scope }: SubmissionRef): Promise<Submission> {
  return orNotFound((await listSubmissions(db, scope, [submissionId]))[0], 'Submission');
}

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
