import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';

interface Entry {
  readonly rating?: number;
  readonly comment?: string | null;
  readonly submitted_at?: Date;
  readonly event_id?: string;
}

/** Makes a feedback list with entries. Without times they are one minute apart, the first the latest. Returns its id. */
export async function buildFeedbackList(db: Db, title: string, entries: readonly Entry[] = []): Promise<string> {
  const id = newId();
  await db.insertInto('feedback_lists').values({ id, title, entries_count: entries.length }).execute();
  const now = Date.now();
  const rows = entries.map(({ rating = 4, comment = null, submitted_at, event_id }, index) => ({
    id: newId(),
    list_id: id,
    rating,
    comment,
    event_id,
    submitted_at: submitted_at ?? new Date(now - index * 60_000),
  }));
  if (rows.length > 0) await db.insertInto('feedback_entries').values(rows).execute();
  return id;
}
