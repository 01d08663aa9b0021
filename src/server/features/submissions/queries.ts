import { type SqlBool, sql } from 'kysely';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { PageQuery, Submission, SubmissionPage } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import type { EventPath } from '#server/features/events/queries.ts';
import { readCursor, type Sorting, writeCursor } from './attendee-cursor.ts';
import { type AttendeeFilter, countAttendees } from './attendee-filters.ts';
import { selectAttendeeRows, stepsOf } from './attendee-rows.ts';
import { presentSubmission } from './present.ts';
import { IS_FAILED_STEP } from './status.ts';

export interface SubmissionPath extends EventPath {
  readonly submissionId: string;
}

export interface AttendeePage {
  readonly submissions: Submission[];
  /** Addresses of this page, in lower case, that are in the list more than once. */
  readonly duplicateEmails: string[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
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

const sortingOf = ({ sort = 'submitted_at', direction }: PageQuery): Sorting => ({
  sort,
  direction: direction ?? (sort === 'submitted_at' ? 'desc' : 'asc'),
});

export type AttendeeQuery = PageQuery & Pick<AttendeeFilter, 'ids'>;

interface AttendeeRows {
  readonly rows: AttendeeRow[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A submission with the registrations of its address in the series or form, and in this list. */
export type AttendeeRow = Awaited<ReturnType<ReturnType<typeof selectAttendeeRows>['execute']>>[number];

/**
 * All rows, or a page of them, newest first unless sorted otherwise. Rows added meanwhile do not shift the pages.
 * @throws AppError `invalid` at `cursor`
 */
export async function listAttendeeRows(
  db: Db,
  scope: SubmissionScope,
  query: AttendeeQuery & { readonly withSteps?: boolean },
): Promise<AttendeeRows> {
  const sorting = sortingOf(query);
  const after = query.cursor === undefined ? undefined : readCursor(sorting, query.cursor);
  const { limit } = query;
  const found = await selectAttendeeRows(db, scope, {
    ...query,
    sorting,
    after,
    limit: limit === undefined ? undefined : limit + 1,
  }).execute();
  const rows = limit === undefined ? found : found.slice(0, limit);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    nextCursor: last === undefined ? null : writeCursor(sorting, { key: last.cursor_key, time: last.cursor_time, id: last.id }),
  };
}

/**
 * `listAttendeeRows`, presented.
 * @throws AppError `invalid` at `cursor`
 */
export async function getAttendeePage(db: Db, scope: SubmissionScope, query: AttendeeQuery): Promise<AttendeePage> {
  const { rows, nextCursor } = await listAttendeeRows(db, scope, { ...query, withSteps: true });
  return {
    submissions: rows.map((row) => presentSubmission(row, row.registrations, stepsOf(row))),
    duplicateEmails: [...new Set(rows.filter((row) => row.registrations_here > 1).map((row) => row.email_key))],
    nextCursor,
  };
}

interface ListCounts {
  readonly all: () => Promise<number>;
  /** How many repeat an address. */
  readonly duplicates: () => Promise<number>;
}

const isWhole = ({ filter, search = '' }: PageQuery): boolean => filter === undefined && search.trim() === '';

/**
 * All submissions or a page of them, with counts. Duplicates are not counted for a page, since that reads the whole list.
 * @throws AppError `invalid` at `cursor`
 */
export async function readSubmissionPage(db: Db, scope: SubmissionScope, query: PageQuery, count: ListCounts): Promise<SubmissionPage> {
  const [page, all, matches, duplicates] = await Promise.all([
    getAttendeePage(db, scope, query),
    count.all(),
    isWhole(query) ? undefined : countAttendees(db, scope, query),
    query.limit === undefined ? count.duplicates() : undefined,
  ]);
  return {
    submissions: page.submissions,
    submissions_count: all,
    ...(duplicates === undefined ? {} : { duplicates_count: duplicates }),
    duplicate_emails: page.duplicateEmails,
    matches_count: matches ?? all,
    next_cursor: page.nextCursor,
  };
}

/** Those of these submissions that are in the event, unordered. */
export async function listSubmissions(db: Db, { seriesId, eventId }: EventPath, ids: readonly string[]): Promise<Submission[]> {
  return ids.length === 0 ? [] : (await getAttendeePage(db, { kind: 'series', id: seriesId, eventId }, { ids })).submissions;
}

/** Undefined when the submission is not in this event of this series. */
async function findSubmission(db: Db, path: SubmissionPath): Promise<Submission | undefined> {
  return (await listSubmissions(db, path, [path.submissionId]))[0];
}

/** @throws AppError `not_found` when the submission is not in this event of this series */
export async function getSubmission(db: Db, path: SubmissionPath): Promise<Submission> {
  const submission = await findSubmission(db, path);
  if (submission === undefined) throw notFound('Submission');
  return submission;
}
