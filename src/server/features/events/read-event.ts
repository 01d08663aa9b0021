import type { EventWithSubmissions, PageQuery } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { countMatches, getAttendeePage } from '#server/features/submissions/queries.ts';
import { presentEvent } from './present.ts';
import { countPlaces, countSubmissions, type EventPath, getEvent } from './queries.ts';

async function countDuplicates(db: Db, eventId: string): Promise<number> {
  return (await countSubmissions(db, [eventId])).get(eventId)?.duplicates ?? 0;
}

/**
 * One event with its attendees, whole or in pages (decisions 20, 21). A page asks nothing that grows with the event but how
 * many rows it has.
 * @throws AppError `not_found`, or `invalid` at `cursor`
 */
export async function readEvent(db: Db, path: EventPath, query: PageQuery): Promise<EventWithSubmissions> {
  const [event, page, submissions, matches, duplicates] = await Promise.all([
    getEvent(db, path),
    getAttendeePage(db, path, query),
    countPlaces(db, path.eventId),
    countMatches(db, path, query),
    query.limit === undefined ? countDuplicates(db, path.eventId) : undefined,
  ]);
  return {
    ...presentEvent(event),
    submissions: page.submissions,
    submissions_count: submissions,
    ...(duplicates === undefined ? {} : { duplicates_count: duplicates }),
    duplicate_emails: page.duplicateEmails,
    matches_count: matches ?? submissions,
    next_cursor: page.nextCursor,
  };
}
