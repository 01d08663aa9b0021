import type { EventWithSubmissions, PageQuery } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { countMatches, getAttendeePage } from '#server/features/submissions/queries.ts';
import { presentEvent } from './present.ts';
import { countSubmissions, type EventPath, getEvent } from './queries.ts';

/**
 * One event with its attendees, whole or in pages (decisions 20, 21).
 * @throws AppError `not_found`, or `invalid` at `cursor`
 */
export async function readEvent(db: Db, path: EventPath, query: PageQuery): Promise<EventWithSubmissions> {
  const event = await getEvent(db, path);
  const page = await getAttendeePage(db, path, query);
  const counts = (await countSubmissions(db, [event.id])).get(event.id);
  return {
    ...presentEvent(event),
    submissions: page.submissions,
    submissions_count: counts?.submissions ?? 0,
    duplicates_count: counts?.duplicates ?? 0,
    duplicate_emails: page.duplicateEmails,
    matches_count: (await countMatches(db, path, query)) ?? counts?.submissions ?? 0,
    next_cursor: page.nextCursor,
  };
}
