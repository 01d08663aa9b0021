import { type SqlBool, sql } from 'kysely';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { PageQuery, SomeSubmissions, Submission, SubmissionPage } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import * as events from '#server/features/events/queries.ts';
import * as forms from '#server/features/marketing-forms/queries.ts';
import { countAttendees } from './attendee-filters.ts';
import { listAttendees, presentAttendee } from './attendee-rows.ts';
import { IS_FAILED_STEP } from './status.ts';
import { getScopeOwner } from './submission-scope.ts';

export interface SubmissionPath extends events.EventPath {
  readonly submissionId: string;
}

/** The failed steps of these submissions, by submission; those without any are left out. */
export async function listFailedSteps(db: Db, submissionIds: readonly string[]): Promise<Map<string, SubmissionStepRow[]>> {
  const rows = await db
    .selectFrom('submission_steps as step')
    .selectAll()
    .where(sql<SqlBool>`submission_id = any(${submissionIds}::uuid[])`)
    .where(IS_FAILED_STEP)
    .execute();
  return Map.groupBy(rows, (row) => row.submission_id);
}

const countAll = (db: Db, scope: SubmissionScope): Promise<number> =>
  scope.kind === 'form' ? forms.countSignUps(db, scope.id) : events.countRegistrations(db, scope.eventId);

const countRepeats = (db: Db, scope: SubmissionScope): Promise<number> =>
  scope.kind === 'form' ? forms.countDuplicates(db, scope.id) : events.countDuplicates(db, scope.eventId);

const isWhole = ({ filter, answers, import: importId, search = '' }: PageQuery): boolean =>
  filter === undefined && answers === undefined && importId === undefined && search.trim() === '';

/** All submissions or a page of them; duplicates are not counted for a page, since that reads the whole list. */
export async function readSubmissionPage(db: Db, scope: SubmissionScope, query: PageQuery): Promise<SubmissionPage> {
  const [{ rows, nextCursor }, all, matches, duplicates] = await Promise.all([
    listAttendees(db, scope, { ...query, withSteps: true }),
    countAll(db, scope),
    isWhole(query) ? undefined : countAttendees(db, scope, query),
    query.limit === undefined ? countRepeats(db, scope) : undefined,
  ]);
  return {
    submissions: rows.map(presentAttendee),
    submissions_count: all,
    ...(duplicates === undefined ? {} : { duplicates_count: duplicates }),
    duplicate_emails: [...new Set(rows.filter((row) => row.registrations_here > 1).map((row) => row.email_key))],
    matches_count: matches ?? all,
    next_cursor: nextCursor,
  };
}

/** Those of these submissions that are in the event, unordered. */
export async function listSubmissions(db: Db, { seriesId, eventId }: events.EventPath, ids: readonly string[]): Promise<Submission[]> {
  if (ids.length === 0) return [];
  const { rows } = await listAttendees(db, { kind: 'series', id: seriesId, eventId }, { ids, withSteps: true });
  return rows.map(presentAttendee);
}

/** The current state of these submissions; those that are not in the list, or not any more, are gone. @throws AppError `not_found` */
export async function readSomeSubmissions(db: Db, scope: SubmissionScope, ids: readonly string[]): Promise<SomeSubmissions> {
  await getScopeOwner(db, scope);
  const { rows } = await listAttendees(db, scope, { ids, withSteps: true });
  const found = new Set(rows.map((row) => row.id));
  return { submissions: rows.map(presentAttendee), gone: ids.filter((id) => !found.has(id)) };
}

/** @throws AppError `not_found` when the submission is not in this event of this series */
export async function getSubmission(db: Db, path: SubmissionPath): Promise<Submission> {
  const [submission] = await listSubmissions(db, path, [path.submissionId]);
  if (submission === undefined) throw notFound('Submission');
  return submission;
}

/** @throws AppError `not_found` when the submission is not of this form */
export async function getFormSubmission(db: Db, formId: string, submissionId: string): Promise<Submission> {
  const { rows } = await listAttendees(db, { kind: 'form', id: formId }, { ids: [submissionId], withSteps: true });
  const [submission] = rows.map(presentAttendee);
  if (submission === undefined) throw notFound('Submission');
  return submission;
}
