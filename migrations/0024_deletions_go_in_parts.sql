-- Series, forms and events whose sign-ups are still being removed: the row itself goes at once, and with it all that reads by it;
-- what may be hundreds of thousands of rows goes in parts, by the worker. Whoever deletes, by whatever release, is noted here.
create table deletions (
  id uuid primary key,
  kind text not null check (kind in ('series', 'form', 'event')),
  -- Of an event.
  series_id uuid,
  deleted_at timestamptz not null default now(),
  check ((kind = 'event') = (series_id is not null))
);

-- Events that go with their series are part of its deletion.
create or replace function forget_places_of_event() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, series_id)
  select old.id, 'event', old.series_id where exists (select from event_series where id = old.series_id);
  return null;
end $$;

create or replace function forget_submissions_of_series() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind) values (old.id, 'series');
  return null;
end $$;

create or replace function forget_submissions_of_form() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind) values (old.id, 'form');
  return null;
end $$;

drop trigger forget_addresses on event_series;
drop function forget_addresses_of_series();
