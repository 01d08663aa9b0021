import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { notFound } from '#server/errors.ts';
import { addOnce, bodyHash } from '#server/idempotency.ts';
import { findFeedbackList } from './queries.ts';

/** Adds an empty list; the same key again gives the first one. */
export async function addFeedbackList(db: Db, input: { title: string }, idempotencyKey: string | undefined) {
  return db.transaction().execute((tx) =>
    addOnce(
      tx,
      { scope: 'website-feedback/add', key: idempotencyKey, bodyHash: bodyHash(input) },
      {
        add: () =>
          tx
            .insertInto('feedback_lists')
            .values({ id: newId(), title: input.title.trim() })
            .returning(['id', 'title', 'entries_count as count'])
            .executeTakeFirstOrThrow(),
        rowIdOf: ({ id }) => id,
        find: (rowId) => findFeedbackList(tx, rowId),
      },
    ),
  );
}

/** Deletes a list with its entries. @throws AppError `not_found` */
export async function deleteFeedbackList(db: Db, listId: string): Promise<{ id: string }> {
  const gone = await db.deleteFrom('feedback_lists').where('id', '=', listId).returning('id').executeTakeFirst();
  if (gone === undefined) throw notFound('Feedback list');
  return gone;
}
