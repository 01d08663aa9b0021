-- What became of each side effect: the row is the truth and the queue in one. No foreign key: deletions would lock steps in whatever
-- order their submissions go in, and a step of a deleted submission may still have to tell its person.
-- While a step runs, next_try_at is when its lease ends: after that another worker may take it. claims counts how often a worker took
-- the step and never starts anew, as attempts do when staff retry: a worker that lost the step is told apart from the one that has it.
-- lost_claims counts claims in a row after which the worker recorded no outcome: a step that ends its worker each time fails for good.
-- is_released: a person asked for this very step, so that what holds back floods of mail no longer holds it.
-- cause is alike for all that failed for the same reason, so that staff see and handle them together; '' when it is not known.
-- A dismissed step stays as it failed, but nobody has to do anything about it any more.
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
-- What needs attention, latest first: failed for good, or so far.
create index submission_steps_that_failed on submission_steps (updated_at desc, submission_id desc, step desc)
  where state = 'failed' or (state = 'waiting' and attempts > 0);
create index submission_steps_by_cause on submission_steps (cause, state, updated_at desc, submission_id desc, step desc)
  where (state = 'failed' or (state = 'waiting' and attempts > 0)) and dismissed_at is null;
create index submission_steps_dismissed on submission_steps (dismissed_at desc, submission_id desc, step desc)
  where dismissed_at is not null;
-- Each cause belongs to one state, and few steps have one: without knowing this the planner takes a list of a hundred thousand for short.
create statistics submission_steps_cause_and_state (mcv) on cause, state, step from submission_steps;

-- Which steps a sign-up has depends on the settings at the time it was made, while its steps are made later. So each change of the
-- settings leaves behind which steps were asked for until then; an event asks for the CRM by its tag.
create function steps_asked_for(
  send_notifications_slack boolean, slack_channel_id text, email_from text, email_subject text, email_template text,
  email_forward text, copper_tag text
) returns text[] language sql immutable as $$
  select array_remove(array[
    case when send_notifications_slack and slack_channel_id is not null then 'slack' end,
    case when num_nonnulls(email_from, email_subject, email_template) = 3 then 'email' end,
    case when email_forward is not null then 'forward' end,
    case when copper_tag is not null then 'crm' end
  ], null)
$$;

-- owner_id: a form or an event.
create table past_steps (
  owner_id uuid not null,
  until timestamptz not null,
  steps text[] not null,
  primary key (owner_id, until)
);

-- Whoever changes settings holds the row against sign-ups, which hold it shared: one that began before this moment is under the
-- old settings, one that began after it under the new.
create function remember_steps() returns trigger language plpgsql as $$
declare
  before text[] := steps_asked_for(old.send_notifications_slack, old.slack_channel_id, old.email_from, old.email_subject,
    old.email_template, old.email_forward, old.copper_tag);
begin
  if before <> steps_asked_for(new.send_notifications_slack, new.slack_channel_id, new.email_from, new.email_subject,
    new.email_template, new.email_forward, new.copper_tag)
  then
    insert into past_steps values (old.id, clock_timestamp(), before);
  end if;
  return null;
end $$;

create trigger remember_steps after update on forms for each row execute function remember_steps();

create function remember_steps_of_event() returns trigger language plpgsql as $$
begin
  insert into past_steps
  values (old.id, clock_timestamp(), case when old.copper_tag is null then '{}'::text[] else '{crm}'::text[] end);
  return null;
end $$;

create trigger remember_steps after update on events for each row
  when ((old.copper_tag is null) <> (new.copper_tag is null)) execute function remember_steps_of_event();

-- Likewise which policy a sign-up goes by, which is settled later.
create table past_policies (
  form_id uuid not null references forms on delete cascade,
  until timestamptz not null,
  policy text not null,
  primary key (form_id, until)
);

create function remember_policy() returns trigger language plpgsql as $$
begin
  insert into past_policies values (old.id, clock_timestamp(), old.repeat_policy);
  return null;
end $$;

create trigger remember_policy after update on forms for each row
  when (old.repeat_policy <> new.repeat_policy) execute function remember_policy();

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
