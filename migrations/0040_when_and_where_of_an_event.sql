-- The end of an event, its address, the link by which people join it, and from when until when it takes sign-ups. The checks find nothing yet.
alter table events
  add column ends_at timestamptz,
  add column venue_address text,
  add column join_url text,
  add column opens_at timestamptz,
  add column closes_at timestamptz,
  add constraint events_end_after_start check (ends_at > starts_at),
  add constraint events_close_after_opening check (closes_at > opens_at);

-- What the form says while it takes no sign-ups, and after one; without a text it says what it always said.
alter table event_series add column closed_text text, add column success_text text;
alter table marketing_forms add column success_text text;
