-- What became of each side effect: the row is the truth and the queue in one. No foreign key: deletions would lock steps in whatever
-- order their submissions go in, and a step of a deleted submission may still have to tell its person.
-- While a step runs, next_try_at is when its lease ends: after that another worker may take it. claims counts how often a worker took
-- the step and never starts again, as attempts do when staff retry: a worker that lost the step is told apart from the one that has it.
-- lost_claims counts claims in a row after which the worker recorded no outcome: a step that ends its worker every time fails permanently.
-- is_released: a person asked for this very step, so that what holds back floods of mail no longer holds it.
-- cause is the same for all that failed for the same reason, so that staff see and handle them together; '' when it is not known.
-- A dismissed step stays as it failed, but nobody has to act on it.
-- change_id: the change that the step is about; the zero UUID says that it is about the submission itself.
create table submission_steps (
  submission_id uuid not null,
  step text not null check (step in ('slack', 'email', 'forward', 'crm')),
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed')),
  attempts integer not null default 0,
  message text not null default '',
  -- It succeeded by doing nothing, since what it would have said no longer held.
  is_skipped boolean not null default false,
  next_try_at timestamptz,
  first_tried_at timestamptz,
  updated_at timestamptz not null default now(),
  is_released boolean not null default false,
  claims integer not null default 0,
  lost_claims integer not null default 0,
  cause text not null default '',
  dismissed_at timestamptz,
  dismissed_by text,
  -- The address beside the name, as two people may have the same name.
  dismissed_by_email text,
  change_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (submission_id, step, change_id)
);

create index submission_steps_failed on submission_steps (submission_id) where state = 'failed';
-- Workers claim the steps of one name by when they are due, however many steps of other names wait.
create index submission_steps_due on submission_steps (step, next_try_at) where state in ('waiting', 'running');
-- What needs attention, latest first: failed permanently, or so far.
create index submission_steps_that_failed on submission_steps (updated_at desc, submission_id desc, step desc)
  where state = 'failed' or (state = 'waiting' and attempts > 0);
create index submission_steps_by_cause on submission_steps (cause, state, updated_at desc, submission_id desc, step desc)
  where (state = 'failed' or (state = 'waiting' and attempts > 0)) and dismissed_at is null;
create index submission_steps_dismissed on submission_steps (dismissed_at desc, submission_id desc, step desc)
  where dismissed_at is not null;
-- Each cause belongs to one state, and few steps have one: without knowing this the planner takes a list of a hundred thousand for short.
create statistics submission_steps_cause_and_state (mcv) on cause, state, step from submission_steps;

-- Messages that went to each Slack channel in its latest minute (of the clock, since 1970). Losing them in a crash costs nothing.
create unlogged table slack_minutes (
  channel_id text primary key,
  minute integer not null,
  messages integer not null
);

-- Sign-ups beyond those of a minute, which a channel hears about in one message; summarised_with: how many that message was about. No foreign
-- key: a summary says how many signed up, also when some of them are deleted since.
create table slack_summaries (
  submission_id uuid primary key,
  channel_id text not null,
  added_at timestamptz not null default now(),
  summarised_with integer
);

create index slack_summaries_to_tell on slack_summaries (channel_id) where summarised_with is null;
create index slack_summaries_by_age on slack_summaries (added_at);

-- Confirmations of the last hour by digest of the address: each takes one of three places, and a place is free again an hour after it was
-- taken, so that the fourth and later in any hour are held back. form_id: those of one form within an hour are counted, too. No foreign
-- key: a key would cost each sign-up, and the rows outlive their form by an hour.
create unlogged table confirmations (
  email_digest bytea not null,
  place smallint not null check (place between 1 and 3),
  submission_id uuid not null,
  sent_at timestamptz not null default now(),
  form_id uuid,
  primary key (email_digest, place)
);

create index confirmations_by_age on confirmations (sent_at);
create index confirmations_of_form on confirmations (form_id, sent_at);

-- One row while nothing is sent: since a backup was restored, until somebody resumes it.
create table sending_pause (
  is_on boolean primary key default true check (is_on),
  since timestamptz not null default now(),
  backup_taken_at timestamptz not null
);
