-- One sign-up is one row, whatever number of events was chosen. The row is its own outbox (awaiting_fan_out) and its own idempotency
-- record, so that a sign-up is one durable statement. No foreign key to its form: whoever stores a submission holds the form shared
-- until the commit, so a key would only look up the same row again, at a tenth of the cost of a single sign-up.
-- email_key is trimmed and lowercased by the application, as lower() depends on the locale of the database.
-- asks_for: the steps that the settings asked for when it arrived, one bit each; settles_by: the policy for repeats by which it is settled
-- before its steps are written, null where there is nothing to settle. Both are read later, when the settings may have changed.
-- upload_id: the upload that brought it. first_answer: what a limited series answered to a sign-up that was settled, as the same key
-- gets the same answer, whatever became of its registrations since.
-- A fifth of each page is left for the second versions of its rows, which a worker writes when it takes them out of the outbox: on the
-- same page, only what has changed is logged.
create table submissions (
  id uuid primary key,
  form_id uuid not null,
  first_name text not null,
  last_name text not null,
  job_title text not null default '',
  organisation text not null default '',
  email text not null,
  email_key text not null,
  accepts_marketing boolean not null default false,
  message text,
  answers jsonb not null default '{}',
  source jsonb not null default '{}',
  submitted_at timestamptz not null default now(),
  is_added_by_staff boolean not null default false,
  awaiting_fan_out boolean not null default false,
  asks_for smallint not null default 0,
  settles_by text check (settles_by in ('allow', 'update', 'refuse')),
  idempotency_key text,
  body_hash text,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  upload_id uuid,
  first_answer json
) with (fillfactor = 80);

create index submissions_of_form_by_email on submissions (form_id, email_key);
create index submissions_of_form_by_time on submissions (form_id, submitted_at);
-- Two indexes, since a great many sign-ups may have to be settled, and must not keep the others waiting.
create index submissions_awaiting_fan_out on submissions (id) where awaiting_fan_out and settles_by is null;
create index submissions_awaiting_settling on submissions (id) where awaiting_fan_out and settles_by is not null;
create unique index submissions_idempotency on submissions (form_id, idempotency_key) where idempotency_key is not null;
-- Walk-ins without an address; it is empty for sign-ups.
create index submissions_without_address on submissions (form_id) where email = '';
create index submissions_of_upload on submissions (upload_id) where upload_id is not null;

-- Uploads of CSV files into an event, which are undone part by part. updates: the number of its rows that update attendees; the others add one each.
create table uploads (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  file_name text not null,
  by_email text not null,
  by_name text not null,
  at timestamptz not null default now(),
  rows integer not null check (rows > 0),
  updates integer not null default 0,
  state text not null default 'done' check (state in ('done', 'undoing', 'undone')),
  undone_by text,
  undone_at timestamptz,
  removed integer not null default 0,
  kept integer
);

create index uploads_of_event on uploads (event_id, at desc);
create index uploads_being_undone on uploads (at) where state = 'undoing';

-- Keys of the adds other than sign-ups (those keep theirs in the submission), kept for a day. row_id is what the first call added:
-- when that row is deleted, the key counts as unused.
create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash text not null,
  row_id uuid,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Addresses that get no marketing emails: people unsubscribed, or asked staff to remove them. digest: SHA-256 of email_key. No foreign key: it applies
-- to all forms, and remains when the sign-ups are deleted.
create table suppressions (
  digest bytea not null,
  reason text not null check (reason in ('unsubscribed', 'staff')),
  at timestamptz not null default now(),
  by_name text,
  by_email text,
  primary key (digest, reason)
);

-- Signs the links by which people unsubscribe, which never end. It is made with the first one.
create table unsubscribe_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
