import type { Db } from '#server/db/connection.ts';

/** All lists with their counts, oldest first, as they were added. */
export const listFeedbackLists = (db: Db) =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count']).orderBy('created_at').orderBy('id').execute();

/** One list, or undefined when there is none. */
export const findFeedbackList = (db: Db, listId: string) =>
  db.selectFrom('feedback_lists').select(['id', 'title', 'entries_count']).where('id', '=', listId).executeTakeFirst();

/** The entries of a list, newest first. */
export const listFeedbackEntries = (db: Db, listId: string) =>
  db
    .selectFrom('feedback_entries')
    .select(['id', 'rating', 'comment', 'submitted_at'])
    .where('list_id', '=', listId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
