import type { FeedbackCard, NewFeedback } from '#contract/feedback.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { Batcher } from '#server/db/batcher.ts';
import { rowOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { orNotFound } from '#server/errors.ts';
import { bodyHash, type CallId, writeOnce } from '#server/idempotency.ts';
import { type Actor, VISITOR, write, type WriteDeps } from '#server/write.ts';
import { selectList, selectRated } from './queries.ts';

/** Adds an empty list; the same key again gives the first one. */
export const addFeedbackList = (deps: WriteDeps, by: Actor, title: string, callId: CallId): Promise<FeedbackCard> =>
  writeOnce(deps, by, callId, {
    add: async (w) => {
      const list = { id: newId(), title: title.trim() };
      w.did({ about: { type: 'feedback', ...list } });
      return w.insertInto('feedback_lists').values(list).returning(['id', 'title', 'entries_count as count']).executeTakeFirstOrThrow();
    },
    find: (w, listId) => selectList(w, listId).executeTakeFirst(),
  });

/** Deletes a list with its entries. @throws AppError `not_found` */
export const deleteFeedbackList = (deps: WriteDeps, by: Actor, listId: string): Promise<{ id: string }> =>
  write(deps, by, async (w) => {
    const list = w.deleteFrom('feedback_lists').where('id', '=', listId).returning(['id', 'title']);
    const gone = orNotFound(await list.executeTakeFirst(), 'Feedback list');
    await w.updateTable('forms').set({ feedback_list_id: null }).where('feedback_list_id', '=', listId).execute();
    w.did({ about: { type: 'feedback', ...gone } });
    return { id: gone.id };
  });

interface Entry extends NewFeedback {
  readonly listId: string;
  readonly key: string | undefined;
  /** The rated event; one that does not exist, or whose series uses another list, is ignored. */
  readonly eventId?: string | null;
}

function addEntry(deps: WriteDeps, { listId, rating, comment, key, eventId = null }: Entry): Promise<{ id: string }> {
  const entry = { rating, comment: trimmedOrNull(comment) };
  const callId = { scope: `website-feedback/${listId.toLowerCase()}/submit`, key, bodyHash: bodyHash(entry) };
  return writeOnce(deps, VISITOR, callId, {
    add: async (w) => {
      const counted = await rowOf<{ id: string }>(w)`
        update feedback_lists set entries_count = entries_count + 1 where id = ${listId} returning id`;
      const list = orNotFound(counted, 'Feedback list');
      w.changed({ topic: 'dashboard' }, { topic: `feedback/${list.id}`, added: 1 });
      const row = { id: newId(), list_id: list.id, ...entry, event_id: selectRated(w, list.id, eventId).select('events.id') };
      return w.insertInto('feedback_entries').values(row).returning('id').executeTakeFirstOrThrow();
    },
    find: (w, id) => w.selectFrom('feedback_entries').select('id').where('id', '=', id).executeTakeFirst(),
  });
}

/** Stores website feedback one call at a time, so that a locked list takes one of the visitors' connections only; the same key again gives the first entry. @throws AppError `not_found`, or `conflict` for another body */
export const feedbackWriter = (deps: WriteDeps) =>
  new Batcher<Entry, { id: string }>({ max: 1, run: (batch) => Promise.all(batch.map((entry) => addEntry(deps, entry))) });

export type FeedbackWriter = ReturnType<typeof feedbackWriter>;
