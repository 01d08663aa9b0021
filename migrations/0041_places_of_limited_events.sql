-- A limited event closes when it is full, or has a waiting list. A registration holds a place while it is confirmed or offered.
create type registration_status as enum ('confirmed', 'waiting', 'offered', 'cancelled');

alter table events
  add column closes_when_full boolean not null default false check (not closes_when_full or maximum_participants is not null),
  add column places_left_from integer default 10 check (places_left_from >= 0),
  add column waiting_list text not null default 'off' check (waiting_list in ('off', 'offer', 'direct', 'manual')),
  add column offer_hours integer not null default 24 check (offer_hours between 1 and 168);

-- After the events, as staff who delete one lock them in this order.
alter table submission_events add column status registration_status not null default 'confirmed';

-- The counters of an event, which has a row only while it is limited. waiting: all who wait; passed_over: those of them who keep
-- no newcomer out. A row is updated by each sign-up, so its page has room for new versions.
create table event_places (
  event_id uuid primary key,
  series_id uuid not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  passed_over integer not null default 0 check (passed_over between 0 and waiting),
  has_list boolean not null,
  last_order double precision not null default 0
) with (fillfactor = 20);
create index event_places_of_series on event_places (series_id);

-- One for each registration that waits or has an offer.
create table waiting_entries (
  event_id uuid not null,
  submission_id uuid not null,
  list_order double precision not null,
  joined_at timestamptz not null default now(),
  offer_ends_at timestamptz,
  is_passed_over boolean not null default false,
  primary key (event_id, submission_id)
);
create unique index waiting_entries_in_order on waiting_entries (event_id, list_order);
create index offers_by_end on waiting_entries (offer_ends_at) where offer_ends_at is not null;

create or replace function forget_places_of_event() returns trigger language plpgsql as $$
begin
  delete from event_places where event_id = old.id;
  insert into deletions (id, kind, series_id)
  select old.id, 'event', old.series_id where exists (select from event_series where id = old.series_id);
  return null;
end $$;

-- Who gets a place, decided as if the sign-ups of a batch came one by one. Each wish is a sign-up's for one limited event:
-- `turns` says whose it is, in the order of arrival; `slots` for which event; `musts` whether it is for a place only, not for the
-- waiting list; `free` how many places each event has. A sign-up gets all that it wishes for, or nothing.
-- Gives for each wish: p a place, w the waiting list, f full, r refused because another event was full.
create function grant_places(turns integer[], slots integer[], musts boolean[], free integer[]) returns "char"[]
language plpgsql immutable strict as $$
declare
  given "char"[] := array_fill(null::"char", array[cardinality(turns)]);
  first integer := 1;
  last integer;
  is_refused boolean;
begin
  while first <= cardinality(turns) loop
    last := first;
    while last < cardinality(turns) and turns[last + 1] = turns[first] loop
      last := last + 1;
    end loop;
    is_refused := false;
    for wish in first..last loop
      if musts[wish] and free[slots[wish]] <= 0 then
        is_refused := true;
      end if;
    end loop;
    for wish in first..last loop
      if is_refused then
        given[wish] := case when musts[wish] and free[slots[wish]] <= 0 then 'f' else 'r' end;
      elsif free[slots[wish]] > 0 then
        given[wish] := 'p';
        free[slots[wish]] := free[slots[wish]] - 1;
      else
        given[wish] := 'w';
      end if;
    end loop;
    first := last + 1;
  end loop;
  return given;
end $$;
