import { sql } from 'kysely';
import type { FeedbackCard, FeedbackList, FeedbackPage, NewFeedback } from '#contract/feedback.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { isAfterCursor, microsecondsOf, pageOf } from '#server/cursor.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { notFound } from '#server/errors.ts';
import { addOnce, bodyHash, type CallId } from '#server/idempotency.ts';

/** All lists with their counts, oldest first. */
export const listFeedbackLists = (db: Db): Promise<FeedbackCard[]> =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).orderBy('created_at').orderBy('id').execute();

const selectList = (db: Db, listId: string) =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count as count']).where('id', '=', listId);

const listEntries = (db: Db, listId: string, { limit, cursor }: FeedbackPage) =>
  db
    .selectFrom('feedback_entries')
    .select(['id', 'rating', 'comment', 'submitted_at', microsecondsOf(sql.ref('submitted_at')).as('micros')])
    .where('list_id', '=', listId)
    .where(isAfterCursor(cursor))
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
  const { rows, next_cursor } = pageOf(found, page.limit, ({ micros, id }) => [micros, id]);
  const entries = rows.map(({ micros: _micros, ...entry }) => ({ ...entry, submitted_at: entry.submitted_at.toISOString() }));
  return { ...list, entries, next_cursor };
}

/** Adds an empty list; the same key again gives the first one. */
export const addFeedbackList = (db: Db, title: string, callId: CallId): Promise<FeedbackCard> =>
  db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: () =>
        tx
          .insertInto('feedback_lists')
          .values({ id: newId(), title: title.trim() })
          .returning(['id', 'title', 'entries_count as count'])
          .executeTakeFirstOrThrow(),
      rowIdOf: ({ id }) => id,
      find: (rowId) => selectList(tx, rowId).executeTakeFirst(),
    }),
  );

/** Deletes a list with its entries. @throws AppError `not_found` */
export async function deleteFeedbackList(db: Db, listId: string): Promise<{ id: string }> {
  const gone = await db.deleteFrom('feedback_lists').where('id', '=', listId).returning('id').executeTakeFirst();
  if (gone === undefined) throw notFound('Feedback list');
  return gone;
}

interface Entry extends NewFeedback {
  readonly listId: string;
  readonly key: string | undefined;
}

const addEntry = (db: Db, { listId, rating, comment, key }: Entry): Promise<{ id: string }> =>
  db.transaction().execute((tx) => {
    const entry = { rating, comment: trimmedOrNull(comment) };
    const callId = { scope: `website-feedback/${listId.toLowerCase()}/submit`, key, bodyHash: bodyHash(entry) };
    return addOnce(tx, callId, {
      add: async () => {
        const list = await tx
          .updateTable('feedback_lists')
          .set((eb) => ({ entries_count: eb('entries_count', '+', 1) }))
          .where('id', '=', listId)
          .returning('id')
          .executeTakeFirstOrThrow(() => notFound('Feedback list'));
        return tx
          .insertInto('feedback_entries')
          .values({ id: newId(), list_id: list.id, ...entry })
          .returning('id')
          .executeTakeFirstOrThrow();
      },
      rowIdOf: ({ id }) => id,
      find: (id) => tx.selectFrom('feedback_entries').select('id').where('id', '=', id).executeTakeFirst(),
    });
  });

/** Stores website feedback one call at a time, so that a locked list takes one of the visitors' connections only. */
export function feedbackWriter(db: Db) {
  const entries = new Batcher<Entry, { id: string }>({ max: 1, run: (batch) => Promise.all(batch.map((entry) => addEntry(db, entry))) });
  return {
    /** Stores one entry; the same key again gives the first one. @throws AppError `not_found`, or `conflict` for another body */
    add: (listId: string, feedback: NewFeedback, key: string | undefined) => entries.add({ listId, ...feedback, key }),
  };
}
