import { type SqlBool, sql } from 'kysely';
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
import type { SubmissionList } from './submission-list.ts';

/** The whole path to a submission in one of its events. */
export interface SubmissionPath extends EventPath {
  readonly submissionId: string;
}

/** A page of a list. */
export interface AttendeePage {
  readonly submissions: Submission[];
  /** Addresses of this page that stand more than once in the list, as they are compared. */
  readonly duplicateEmails: string[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The steps of these submissions that failed, for good or so far; a submission without any is not in the map. */
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

/** Which page of which submissions. */
export type AttendeeQuery = PageQuery & Pick<AttendeeFilter, 'ids'>;

/** The rows of a page, as they are read. */
interface AttendeeRows {
  readonly rows: AttendeeRow[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A submission's row with how often its address stands in the series or form, and in the list. */
export type AttendeeRow = Awaited<ReturnType<ReturnType<typeof selectAttendeeRows>['execute']>>[number];

/**
 * Rows of a list, newest first unless sorted otherwise: all, or a page that stays stable whatever is added meanwhile
 * (decisions 5, 21).
 * @throws AppError `invalid` at `cursor`
 */
export async function listAttendeeRows(
  db: Db,
  list: SubmissionList,
  query: AttendeeQuery & { readonly withSteps?: boolean },
): Promise<AttendeeRows> {
  const sorting = sortingOf(query);
  const after = query.cursor === undefined ? undefined : readCursor(sorting, query.cursor);
  const { limit } = query;
  const found = await selectAttendeeRows(db, list, {
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
 * Submissions of a list as staff read them: all, or a page; see `listAttendeeRows`.
 * @throws AppError `invalid` at `cursor`
 */
export async function getAttendeePage(db: Db, list: SubmissionList, query: AttendeeQuery): Promise<AttendeePage> {
  const { rows, nextCursor } = await listAttendeeRows(db, list, { ...query, withSteps: true });
  return {
    submissions: rows.map((row) => presentSubmission(row, row.places, stepsOf(row))),
    duplicateEmails: [...new Set(rows.filter((row) => row.places_here > 1).map((row) => row.email_key))],
    nextCursor,
  };
}

interface ListCounts {
  /** How many submissions the list has. */
  readonly all: () => Promise<number>;
  /** How many of them repeat an address. */
  readonly duplicates: () => Promise<number>;
}

const isWhole = ({ filter, search = '' }: PageQuery): boolean => filter === undefined && search.trim() === '';

/**
 * Submissions of a list with the counts beside them, whole or in pages. A page asks nothing that grows with the list but how
 * many rows it has.
 * @throws AppError `invalid` at `cursor`
 */
export async function readSubmissionPage(db: Db, list: SubmissionList, query: PageQuery, count: ListCounts): Promise<SubmissionPage> {
  const [page, all, matches, duplicates] = await Promise.all([
    getAttendeePage(db, list, query),
    count.all(),
    isWhole(query) ? undefined : countAttendees(db, list, query),
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

/** Those of these submissions that stand in an event, in no order. */
export async function listSubmissions(db: Db, path: EventPath, ids: readonly string[]): Promise<Submission[]> {
  return ids.length === 0 ? [] : (await getAttendeePage(db, path, { ids })).submissions;
}

/** One submission as it stands in an event; undefined when it is not in this event of this series. */
async function findSubmission(db: Db, path: SubmissionPath): Promise<Submission | undefined> {
  return (await listSubmissions(db, path, [path.submissionId]))[0];
}

/** @throws AppError `not_found` when the submission is not in this event of this series */
export async function getSubmission(db: Db, path: SubmissionPath): Promise<Submission> {
  const submission = await findSubmission(db, path);
  if (submission === undefined) throw notFound('Submission');
  return submission;
}
