-- Uploads of CSV files into an event. An undo that broke off may be taken up again when `undo_held_until` is over.
create table imports (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  file_name text not null,
  by_email text not null,
  by_name text not null,
  at timestamptz not null default now(),
  rows integer not null check (rows > 0),
  state text not null default 'done' check (state in ('done', 'undoing', 'undone')),
  undo_held_until timestamptz,
  undone_by text,
  undone_at timestamptz,
  removed integer not null default 0,
  kept integer
);
create index imports_of_event on imports (event_id, at desc);

alter table submissions add column import_id uuid;

-- What has been done with an attendee since it was imported; null while it is as the upload left it.
create function touch_of(submission uuid) returns text language sql stable as $$
  select case
    when version > 1 then 'edited since'
    when (select count(*) from submission_events where submission_id = id) > 1 then 'also in other events'
    when exists (select from submission_steps where submission_id = id and step = 'email' and state = 'succeeded') then 'mail sent'
    when exists (select from submission_steps where submission_id = id)
      or exists (select from slack_summaries where submission_id = id) then 'worked with since'
  end
  from submissions where id = submission
$$;
