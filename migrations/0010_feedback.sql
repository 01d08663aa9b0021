-- Ratings with comments that visitors leave, in lists that staff create; entries_count saves counting them.
create table feedback_lists (
  id uuid primary key,
  title text not null check (btrim(title) <> ''),
  entries_count integer not null default 0 check (entries_count >= 0),
  created_at timestamptz not null default now()
);

create table feedback_entries (
  id uuid primary key,
  list_id uuid not null references feedback_lists (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text,
  -- The event that was rated, where the address of the page named one.
  event_id uuid references events (id) on delete set null,
  submitted_at timestamptz not null default now()
);

create index feedback_entries_of_list on feedback_entries (list_id, submitted_at desc, id desc);
create index feedback_entries_of_event on feedback_entries (event_id) where event_id is not null;
