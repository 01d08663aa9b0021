-- What staff tell many people of at once. Of a changed event the worker writes a row of registration_changes for each of them, part by
-- part from the oldest registration on; of a deleted one whoever removes a registration does.
create table tellings (
  id uuid primary key,
  kind text not null check (kind in ('changed', 'cancelled')),
  series_id uuid not null,
  event_id uuid not null,
  actor_name text,
  note text,
  audience registration_status[] not null,
  -- What is the same for all: the values that people know, or what mails say of an event that is gone.
  content jsonb not null,
  told integer not null,
  -- Of a changed event: who registered later knows it as it is.
  changed_at timestamptz,
  reached_at timestamptz,
  reached_id uuid,
  is_done boolean not null default false,
  created_at timestamptz not null default now()
);
create index tellings_of_event on tellings (event_id, kind);
create index tellings_not_done on tellings (created_at) where not is_done;
