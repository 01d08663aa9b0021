import type { Event } from '#contract/event.ts';
import type { EventRow } from '#server/db/tables.ts';

/** Reads call it `googleCalendarId`, writes `google_calendar_id` (D16). */
export const presentEvent = (row: EventRow): Event => ({
  id: row.id,
  event_title: row.title,
  date: row.starts_at?.toISOString() ?? null,
  end_date: row.ends_at?.toISOString() ?? null,
  show_on_form: row.is_on_form,
  brunch_event: row.is_brunch,
  googleCalendarId: row.calendar_id,
  target_participants: row.target_participants,
  maximum_participants: row.maximum_participants,
  close_when_full: row.closes_when_full,
  show_places_left_from: row.places_left_from,
  waiting_list: row.waiting_list,
  offer_hours: row.offer_hours,
  venue: row.venue,
  venue_address: row.venue_address,
  join_url: row.join_url,
  opens_at: row.opens_at?.toISOString() ?? null,
  closes_at: row.closes_at?.toISOString() ?? null,
  copper_tag: row.copper_tag,
  version: row.version,
});
