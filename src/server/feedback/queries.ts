import { sql } from 'kysely';
import { z } from 'zod';
import type { FeedbackCard, FeedbackList, FeedbackPage } from '#contract/feedback.ts';
import { microsecondsOf, readCursor, timestampOf, writeCursor } from '#server/cursor.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';

const positionSchema = z.tuple([z.int().min(0), z.guid()]);

/** All lists with their counts, oldest first. */
export const listFeedbackLists = (db: Db): Promise<FeedbackCard[]> =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).orderBy('created_at').orderBy('id').execute();

const selectList = (db: Db, listId: string) =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).where('id', '=', listId);

export const findFeedbackList = (db: Db, listId: string): Promise<FeedbackCard | undefined> => selectList(db, listId).executeTakeFirst();

function after(cursor: string | undefined) {
  const position = readCursor(cursor, positionSchema);
  if (position === undefined) return sql<boolean>`true`;
  const [time, id] = position;
  return sql<boolean>`(submitted_at, id) < (${timestampOf(time)}, ${id}::uuid)`;
}

const listEntries = (db: Db, listId: string, { limit, cursor }: FeedbackPage) =>
  db
    .selectFrom('feedback_entries')
    .select(['id', 'rating', 'comment', 'submitted_at', microsecondsOf(sql.ref('submitted_at')).as('micros')])
    .where('list_id', '=', listId)
    .where(after(cursor))
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

const averageRating = sql<number | null>`(select avg(rating)::float8 from feedback_entries where list_id = feedback_lists.id)`;

/** One list with a page of its entries, newest first. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function readFeedbackList(db: Db, listId: string, page: FeedbackPage): Promise<FeedbackList> {
  const list = await selectList(db, listId).select(averageRating.as('average_rating')).executeTakeFirst();
  if (list === undefined) throw notFound('Feedback list');
  const found = await listEntries(db, listId, page);
  const entries = found.slice(0, page.limit);
  const last = found.length > entries.length ? entries.at(-1) : undefined;
  return {
    ...list,
    entries: entries.map(({ micros: _micros, ...entry }) => ({ ...entry, submitted_at: entry.submitted_at.toISOString() })),
    next_cursor: last === undefined ? null : writeCursor([last.micros, last.id]),
  };
}
