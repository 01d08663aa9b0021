import { sql } from 'kysely';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import type { FeedbackCard, FeedbackList, FeedbackPage } from '#contract/feedback.ts';
import { exportFile, type SentFile } from '#server/csv-file.ts';
import { isAfterCursor, microsecondsOf, pageOf } from '#server/cursor.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import type { Row } from '#server/db/tables.ts';
import { orNotFound } from '#server/errors.ts';
import { momentsAsText } from '#server/wire-names.ts';
import type { Cell } from '#server/xlsx-file.ts';

/** All lists with their counts, oldest first. */
export const listFeedbackLists = (db: Db): Promise<FeedbackCard[]> =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).orderBy('created_at').orderBy('id').execute();

export const selectList = (db: Db, listId: string) =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).where('id', '=', listId);

/** An event whose series asks for feedback in a list; those of others are not shown by its page, and not rated on it. */
export const selectRated = (db: Db, listId: string, eventId: string | null) =>
  db
    .selectFrom('events')
    .innerJoin('forms', 'forms.id', 'events.form_id')
    .where('events.id', '=', eventId)
    .where('forms.feedback_list_id', '=', listId);

/** What the page of a list shows: its title, and the event that is rated, in the look of its series. @throws AppError `not_found` */
export async function readRated(db: Db, listId: string, eventId: string | null) {
  const rated = selectRated(db, listId, eventId);
  const list = selectList(db, listId).select([rated.select('events.title').as('event'), rated.select('forms.id').as('seriesId')]);
  return orNotFound(await list.executeTakeFirst(), 'Feedback list');
}

type Entry = Pick<Row<'feedback_entries'>, 'id' | 'rating' | 'comment' | 'submitted_at'> & { micros: number; event: string | null };

const listEntries = (db: Db, listId: string, { limit, cursor }: FeedbackPage): Promise<Entry[]> => rowsOf<Entry>(db)`
  select id, rating, comment, submitted_at, ${microsecondsOf(sql.ref('submitted_at'))} as micros,
    (select events.title from events where events.id = event_id) as event
  from feedback_entries where list_id = ${listId} and ${isAfterCursor(cursor)} order by submitted_at desc, id desc limit ${limit + 1}`;

const averageRating = sql<number | null>`(select avg(rating)::float8 from feedback_entries where list_id = feedback_lists.id)`;

/** One list with a page of its entries, newest first. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function readFeedbackList(db: Db, listId: string, page: FeedbackPage): Promise<FeedbackList> {
  const list = orNotFound(await selectList(db, listId).select(averageRating.as('average_rating')).executeTakeFirst(), 'Feedback list');
  const { rows, next_cursor } = pageOf(await listEntries(db, listId, page), page.limit, ({ micros, id }) => [micros, id]);
  const entries = rows.map(({ micros: _micros, event, ...entry }) => ({ ...momentsAsText(entry), ...(event !== null && { event }) }));
  return { ...list, entries, next_cursor };
}

const BATCH_ENTRIES = 500;

async function* readCells(db: Db, listId: string): AsyncGenerator<Cell[][]> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = pageOf(await listEntries(db, listId, { limit: BATCH_ENTRIES, cursor }), BATCH_ENTRIES, ({ micros, id }) => [micros, id]);
    yield page.rows.map(({ rating, comment, event, submitted_at: at }) => [rating, comment ?? '', event ?? '', at]);
    cursor = page.next_cursor;
  }
}

const HEADINGS = { rating: 'Rating', comment: 'Comment', event: 'Event', submitted_at: 'Submitted at' } as const;

/** All entries of a list as a CSV or Excel file, read in batches while it is sent. @throws AppError `not_found` */
export async function exportFeedback(
  { db, timeZone }: { readonly db: Db; readonly timeZone: string },
  listId: string,
  query: Pick<ExportQuery, 'format' | 'utc_offset'>,
): Promise<SentFile> {
  const owner = orNotFound(await selectList(db, listId).executeTakeFirst(), 'Feedback list');
  const head = query.format === 'xlsx' ? Object.values(HEADINGS) : Object.keys(HEADINGS);
  return exportFile(owner, query, timeZone, head, readCells(db, listId));
}
