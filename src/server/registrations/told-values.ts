import type { ToldValues } from '#contract/registrations/event-change.ts';
import type { EventRow } from '#server/db/tables.ts';

export const TOLD_COLUMNS = ['title', 'starts_at', 'ends_at', 'venue', 'venue_address', 'join_url'] as const satisfies (keyof EventRow)[];

export type ToldColumns = Pick<EventRow, (typeof TOLD_COLUMNS)[number]>;

/** What people are told of an event, as it is now. */
export const toldValuesOf = (event: ToldColumns): ToldValues => ({
  event_title: event.title,
  date: event.starts_at?.toISOString() ?? null,
  end_date: event.ends_at?.toISOString() ?? null,
  venue: event.venue,
  venue_address: event.venue_address,
  join_url: event.join_url,
});
