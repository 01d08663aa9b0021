-- What became of a registration after its sign-up. A row is history and outbox in one: awaiting_fan_out until its steps are written.
create table registration_changes (
  id uuid primary key,
  series_id uuid not null,
  submission_id uuid,
  event_id uuid,
  kind text not null,
  actor text not null check (actor in ('visitor', 'staff', 'automatic')),
  actor_name text,
  details jsonb not null default '{}',
  at timestamptz not null default now(),
  awaiting_fan_out boolean not null default true
);
create index registration_changes_of_submission on registration_changes (submission_id, at);
create index registration_changes_of_event on registration_changes (event_id, kind);
create index registration_changes_awaiting_fan_out on registration_changes (id) where awaiting_fan_out;

-- The links to own pages: SHA-256 of each token.
create table registration_tokens (
  token_hash bytea primary key,
  submission_id uuid not null,
  created_at timestamptz not null default now()
);
create index registration_tokens_of_submission on registration_tokens (submission_id, created_at);
create index registration_tokens_by_age on registration_tokens (created_at);

-- Mails besides the confirmation that staff wrote anew; the others have the texts of the product.
create table series_mails (
  series_id uuid not null references event_series on delete cascade,
  kind text not null,
  subject text not null,
  template text not null,
  primary key (series_id, kind)
);

create table calendar_feeds (
  id uuid primary key,
  token_hash bytea not null unique,
  owner_email text not null,
  series_id uuid references event_series on delete cascade,
  read_on date,
  owner_seen_on date not null default current_date,
  created_at timestamptz not null default now()
);
create index calendar_feeds_of_owner on calendar_feeds (owner_email);
create index calendar_feeds_of_series on calendar_feeds (series_id);

alter table event_series
  add column duplicate_policy text not null default 'allow' check (duplicate_policy in ('allow', 'update', 'refuse')),
  add column calendar_entries boolean not null default false,
  add column self_service boolean not null default false,
  add column self_service_answers boolean not null default true,
  add column self_service_events boolean not null default true,
  add column self_service_cancel boolean not null default true,
  add column self_service_hours integer not null default 0 check (self_service_hours between 0 and 720);

alter table events
  add column calendar_sequence integer not null default 0,
  add column told_details jsonb;

-- A step is of a submission or of one of its changes; the zero UUID says that it is of the submission itself.
alter table submission_steps add column change_id uuid not null default '00000000-0000-0000-0000-000000000000';

-- The changes go first: a worker that holds one of them is waited for, so that the steps it writes are seen and go as well.
create or replace function forget_steps_of_submissions() returns trigger language plpgsql as $$
begin
  delete from registration_changes where submission_id in (select id from gone);
  perform from submission_steps where submission_id in (select id from gone) order by submission_id, step, change_id for update;
  delete from submission_steps where submission_id in (select id from gone);
  delete from registration_tokens where submission_id in (select id from gone);
  return null;
end $$;
