import type { EventWithSubmissions, PageQuery } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { presentEvent } from '#server/event-fields.ts';
import { withUntold } from '#server/events/pending-change.ts';
import { type EventPath, getEvent } from '#server/events/queries.ts';
import { readSubmissionPage, withRegistrations } from './queries.ts';

/** One event with all its attendees, or a page of them. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function readEvent(db: Db, path: EventPath, query: PageQuery): Promise<EventWithSubmissions> {
  // The page comes first, since its query takes longest.
  const [page, event] = await Promise.all([
    readSubmissionPage(db, { kind: 'series', id: path.seriesId, eventId: path.eventId }, query),
    getEvent(db, path),
  ]);
  const [pending] = await withUntold(db, [event]);
  return { ...presentEvent(event), ...pending, ...page, submissions: withRegistrations(page.submissions, event) };
}
