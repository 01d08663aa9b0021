import type { Event, ListedEvent } from '#contract/event.ts';
import type { EventRow } from '#server/db/tables.ts';

/** How many submissions an event has, and how many of them repeat an address. */
export interface EventCounts {
  readonly submissions: number;
  readonly duplicates: number;
}

/** The calendar id has another name on the wire than in writes (D16). */
export const presentEvent = (row: EventRow): Event => ({
  id: row.id,
  event_title: row.title,
  date: row.starts_at?.toISOString() ?? null,
  show_on_form: row.is_on_form,
  brunch_event: row.is_brunch,
  googleCalendarId: row.calendar_id,
  target_participants: row.target_participants,
  maximum_participants: row.maximum_participants,
  copper_tag: row.copper_tag,
  version: row.version,
});

export const presentListedEvent = (row: EventRow, counts: EventCounts): ListedEvent => ({
  ...presentEvent(row),
  submissions_count: counts.submissions,
  duplicates_count: counts.duplicates,
});
