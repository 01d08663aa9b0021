-- A registration holds a place while it is confirmed or offered.
create type registration_status as enum ('confirmed', 'waiting', 'offered', 'cancelled');

-- One person in one event. submitted_at is copied here so that the list of an event is read by a single index.
-- attended_at: when the person was checked in first, as registration_changes say.
-- asks_for_crm: whether the event had a tag when its visitor signed up. No foreign
-- keys: a sign-up's statement holds its form shared and checks each event itself, so a key would look up every event again, at an
-- eighth of the cost of the statement; and the registrations of a deleted event are deleted in parts.
create table registrations (
  event_id uuid not null,
  submission_id uuid not null,
  submitted_at timestamptz not null,
  status registration_status not null default 'confirmed',
  asks_for_crm boolean not null default false,
  attended_at timestamptz,
  primary key (submission_id, event_id)
);

create index registrations_of_event on registrations (event_id, submitted_at desc, submission_id desc);
-- The few that are not confirmed: lists and counts take all registrations of an event without these.
create index registrations_not_confirmed on registrations (event_id, status, submission_id) where status <> 'confirmed';

create index registrations_attended on registrations (event_id, attended_at) where attended_at is not null;

-- The counters of an event, which has a row only while it is limited. waiting: all on the waiting list; unreachable: those of them behind
-- whom newcomers need not wait; free: the places that newcomers get. A row is updated by each sign-up, so its page has room for new versions. No
-- foreign key: each sign-up would pay for it, and a trigger of events removes the row.
create table event_places (
  event_id uuid primary key,
  form_id uuid not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  unreachable integer not null default 0 check (unreachable between 0 and waiting),
  free integer not null generated always as (case when waiting > unreachable then 0 else greatest(capacity - taken, 0) end) stored,
  has_list boolean not null,
  last_order double precision not null default 0
) with (fillfactor = 20);

create index event_places_of_form on event_places (form_id);

-- One for each registration that waits or has an offer. No foreign keys: the entries are deleted with their registrations, in parts.
create table waiting_entries (
  event_id uuid not null,
  submission_id uuid not null,
  list_order double precision not null,
  joined_at timestamptz not null default now(),
  offer_ends_at timestamptz,
  is_unreachable boolean not null default false,
  -- Of someone unreachable: the address was not refused, but had had too many mails.
  is_held_back boolean not null default false,
  primary key (event_id, submission_id)
);

create unique index waiting_entries_in_order on waiting_entries (event_id, list_order);
create index offers_by_end on waiting_entries (offer_ends_at) where offer_ends_at is not null;

-- Who gets a place, decided as if the sign-ups of a batch came one by one. Each wish is a sign-up's for one limited event:
-- `turns`: whose it is, in the order of arrival; `slots` for which event; `musts` whether it is for a place only, not for the
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

-- What became of a registration after its sign-up. A row is history and outbox in one: awaiting_fan_out until its steps are written, which
-- asks_for lists, as in submissions. No foreign keys: announcements outlive the deleted event or submission that they are about.
create table registration_changes (
  id uuid primary key,
  form_id uuid not null,
  submission_id uuid,
  event_id uuid,
  kind text not null,
  actor text not null check (actor in ('visitor', 'staff', 'automatic')),
  actor_name text,
  details jsonb not null default '{}',
  at timestamptz not null default now(),
  awaiting_fan_out boolean not null default true,
  asks_for smallint not null default 0
);

create index registration_changes_of_submission on registration_changes (submission_id, at);
create index registration_changes_of_event on registration_changes (event_id, kind);
create index registration_changes_awaiting_fan_out on registration_changes (id) where awaiting_fan_out;
-- Changes that hold what a mail to someone whose submission was deleted needs, until they are emptied.
create index registration_changes_of_deleted on registration_changes (at) where submission_id is null and details <> '{}';

-- What a repeat changed in an earlier sign-up: the raw values before and now, the events that it added, and the wording of a consent that is
-- still to be confirmed. Until `ends_at`, 7 days after the mail about the change left, the person can undo it.
create table repeat_undos (
  change_id uuid primary key references registration_changes on delete cascade,
  kept jsonb not null,
  ends_at timestamptz not null
);

create index repeat_undos_by_end on repeat_undos (ends_at);

-- Announcements to everyone registered for an event. For a changed event the worker writes a row of registration_changes
-- for each of them, part by part from the oldest registration on; for a deleted one, the deletion of each registration does so.
-- content is the same for all: the values that people know, or what mails say about an event that was deleted. changed_at is of a changed
-- event: people who registered later already know it as it is. No foreign keys: it is read until everyone has been notified, even about something deleted.
create table announcements (
  id uuid primary key,
  kind text not null check (kind in ('changed', 'deleted')),
  form_id uuid not null,
  event_id uuid not null,
  actor_name text,
  note text,
  audience registration_status[] not null,
  content jsonb not null,
  told integer not null,
  changed_at timestamptz,
  reached_at timestamptz,
  reached_id uuid,
  is_done boolean not null default false,
  created_at timestamptz not null default now()
);

create index announcements_of_event on announcements (event_id, kind);
create index announcements_not_done on announcements (created_at) where not is_done;

-- The links to self-service pages: SHA-256 of each token. No foreign key: they are deleted with their submission, in parts.
create table registration_tokens (
  token_hash bytea primary key,
  submission_id uuid not null,
  created_at timestamptz not null default now()
);

create index registration_tokens_of_submission on registration_tokens (submission_id, created_at);
create index registration_tokens_by_age on registration_tokens (created_at);

-- Addresses that asked for their lost links, until a worker has checked whether they are signed up.
create table lost_links (
  id uuid primary key,
  form_id uuid not null references forms on delete cascade,
  email_key text not null
);

-- Links that open the door of an event: SHA-256 of each token, the phones that have opened it, and whether people may be added and let in by it.
create table door_links (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  token_hash bytea not null unique,
  label text not null,
  may_add boolean not null,
  is_own boolean not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  made_by text not null,
  phones uuid[] not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);

create index door_links_of_event on door_links (event_id);
