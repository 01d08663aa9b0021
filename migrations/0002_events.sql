create table events (
  id uuid primary key,
  series_id uuid not null references event_series (id) on delete cascade,
  title text not null check (btrim(title) <> ''),
  starts_at timestamptz,
  is_on_form boolean not null default true,
  is_brunch boolean not null default false,
  calendar_id text,
  target_participants integer check (target_participants >= 0),
  maximum_participants integer check (maximum_participants >= 0),
  copper_tag text,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index events_of_series on events (series_id, is_on_form desc, starts_at);
