-- One sign-up is one row, whatever number of events was chosen. The row is its own outbox (awaiting_fan_out) and its
-- own idempotency record, so that a sign-up is one durable statement.
create table submissions (
  id uuid primary key,
  series_id uuid references event_series (id) on delete cascade,
  form_id uuid references marketing_forms (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  job_title text not null default '',
  organisation text not null default '',
  email text not null,
  -- Trimmed and lowercased by the application: lower() depends on the locale of the database.
  email_key text not null,
  accepts_marketing boolean not null default false,
  message text,
  answers jsonb not null default '{}',
  source jsonb not null default '{}',
  submitted_at timestamptz not null default now(),
  is_added_by_staff boolean not null default false,
  awaiting_fan_out boolean not null default false,
  idempotency_key text,
  body_hash text,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  check (num_nonnulls(series_id, form_id) = 1)
);

create index submissions_of_series_by_email on submissions (series_id, email_key) where series_id is not null;
create index submissions_of_series_by_time on submissions (series_id, submitted_at) where series_id is not null;
create index submissions_of_form_by_time on submissions (form_id, submitted_at desc, id desc) where form_id is not null;
create index submissions_of_form_by_email on submissions (form_id, email_key) where form_id is not null;
create index submissions_awaiting_fan_out on submissions (id) where awaiting_fan_out;
create unique index submissions_idempotency_of_series on submissions (series_id, idempotency_key) where series_id is not null and idempotency_key is not null;
create unique index submissions_idempotency_of_form on submissions (form_id, idempotency_key) where form_id is not null and idempotency_key is not null;

-- submitted_at is copied here so that the list of an event is read by one index of its own shape. No foreign key to
-- submissions: its check would cost each sign-up a look-up; whoever deletes submissions or events cleans up here.
create table submission_events (
  event_id uuid not null references events (id) on delete cascade,
  submission_id uuid not null,
  submitted_at timestamptz not null,
  primary key (submission_id, event_id)
);

create index submission_events_of_event on submission_events (event_id, submitted_at desc, submission_id desc);

-- What became of each side effect; the row is the truth, the job in the queue only wakes it.
create table submission_steps (
  submission_id uuid not null references submissions (id) on delete cascade,
  step text not null check (step in ('slack', 'email', 'forward', 'crm')),
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed')),
  attempts integer not null default 0,
  message text not null default '',
  next_try_at timestamptz,
  first_tried_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (submission_id, step)
);

create index submission_steps_unfinished on submission_steps (next_try_at) where state in ('waiting', 'running');
create index submission_steps_failed on submission_steps (submission_id) where state = 'failed';
