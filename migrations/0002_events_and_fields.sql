-- venue_address, join_url: where it takes place, and the link by which people join it. opens_at, closes_at: when it takes sign-ups.
-- closes_when_full makes the event limited by its maximum; then it either closes when it is full, or has a waiting list.
-- calendar_sequence counts the changes that calendars have to be given; announced_details are those of the last announcement.
-- description is Markdown. speakers: the ids of those of the series; ids of removed speakers are ignored.
-- The minutes are as in forms; null: as in the series. reminder_note is part of both reminders. mails_timed_at: the last change of any of these, of
-- start or end, or when a cancelled event was reinstated.
create table events (
  id uuid primary key,
  form_id uuid not null references forms on delete cascade,
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
  created_at timestamptz not null default now(),
  venue text,
  ends_at timestamptz,
  venue_address text,
  join_url text,
  opens_at timestamptz,
  closes_at timestamptz,
  closes_when_full boolean not null default false,
  places_left_from integer default 10 check (places_left_from >= 0),
  waiting_list text not null default 'off' check (waiting_list in ('off', 'offer', 'direct', 'manual')),
  offer_hours integer not null default 24 check (offer_hours between 1 and 168),
  calendar_sequence integer not null default 0,
  announced_details jsonb,
  description text,
  price text,
  speakers uuid[] not null default '{}',
  cancelled_at timestamptz,
  reminder_minutes integer,
  starting_soon_minutes integer,
  thank_you_minutes integer,
  reminder_note text,
  mails_timed_at timestamptz not null default now(),
  constraint events_end_after_start check (ends_at > starts_at),
  constraint events_close_after_opening check (closes_at > opens_at),
  constraint events_check check (not closes_when_full or maximum_participants is not null)
);

create index events_of_form on events (form_id, is_on_form desc, starts_at);
-- Events whose reminders, or whose thank-you, may be due.
create index events_by_start on events (starts_at);
create index events_by_end on events (coalesce(ends_at, starts_at));

-- Calendars to which staff subscribe: of one series, or of all. read_on, owner_seen_on: feeds no longer in use are deleted.
-- owner_subject: issuer and subject of the owner, whose address may one day belong to someone else.
create table calendar_feeds (
  id uuid primary key,
  token_hash bytea not null unique,
  owner_email text not null,
  owner_subject text not null,
  form_id uuid references forms on delete cascade,
  read_on date,
  owner_seen_on date not null default current_date,
  created_at timestamptz not null default now()
);

create index calendar_feeds_of_owner on calendar_feeds (owner_subject);
create index calendar_feeds_of_form on calendar_feeds (form_id);

-- Custom fields of a form. help_text is shown between the label and the control.
create table form_fields (
  id uuid primary key,
  form_id uuid not null references forms on delete cascade,
  key text not null,
  label text not null check (btrim(label) <> ''),
  type text not null check (type in ('input', 'textarea', 'checkbox', 'select', 'disclaimer')),
  is_required boolean not null default false,
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  position integer not null check (position >= 0),
  show_on_slack boolean not null default false,
  is_brunch boolean not null default false,
  brunch_event_id uuid references events (id) on delete set null,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz not null default now(),
  help_text text,
  check (is_brunch or brunch_event_id is null)
);

-- By digest: a disclaimer's key is as long as its text, too long for an index entry.
create unique index form_fields_key_of_form on form_fields (form_id, md5(key));
create index form_fields_of_form on form_fields (form_id, position);
create index form_fields_of_brunch_event on form_fields (brunch_event_id) where brunch_event_id is not null;

-- Deleted fields: their answers stay in submissions and in the export, and keep their key taken.
create table deleted_fields (
  id uuid primary key,
  form_id uuid not null references forms on delete cascade,
  key text not null,
  label text not null,
  type text not null,
  position integer not null,
  deleted_at timestamptz not null default now()
);

create index deleted_fields_of_form on deleted_fields (form_id);
