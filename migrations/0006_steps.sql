-- What became of each side effect: the row is the truth and the queue in one. No foreign key: deletions would lock steps in the order
-- of their submissions, and a step of a deleted submission may still have to notify its person.
-- While a step runs, next_try_at is when its lease ends: after that another worker may take it. claims counts how often a worker took
-- the step and never starts again, as attempts do when staff retry: this distinguishes a worker that lost the step from the one that has it.
-- lost_claims counts claims in a row after which the worker recorded no outcome: a step that ends its worker every time fails permanently.
-- is_released: a person asked for this very step, so that the limits against floods of mail no longer hold it back.
-- cause is the same for all that failed for the same reason, so that staff see and handle them together; '' when unknown.
-- A dismissed step stays as it failed, but nobody has to act on it. has_failed: permanently, or for now.
-- change_id: the change of the submission that the step is about; a mail to someone whose submission was deleted has only that.
-- mailing_person_id: of the step `mailing`, whose mail it is.
-- text_id: the text of the mail that it sent; value_digests: eight bytes each of the address, and of all else that it says of the person.
create table submission_steps (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid,
  change_id uuid,
  mailing_person_id uuid,
  step text not null check (step in ('slack', 'email', 'forward', 'crm', 'mailing')),
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed')),
  attempts integer not null default 0,
  has_failed boolean not null generated always as (state = 'failed' or (state = 'waiting' and attempts > 0)) stored,
  message text not null default '',
  -- It succeeded by doing nothing, since it no longer applied.
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
  -- The address as well as the name, since two people may have the same name.
  dismissed_by_email text,
  text_id uuid,
  value_digests bytea,
  -- The step whose mail was about this one's sign-up as well.
  sent_with uuid,
  check (num_nonnulls(submission_id, change_id) > 0)
);

-- Each step once; the first also finds the steps of a submission with those of its changes.
create unique index submission_steps_once on submission_steps (submission_id, step, coalesce(change_id, mailing_person_id, submission_id));
create unique index submission_steps_of_change on submission_steps (change_id, step) where change_id is not null;
create unique index submission_steps_of_person on submission_steps (mailing_person_id) where mailing_person_id is not null;

create index submission_steps_of_text on submission_steps (text_id) where text_id is not null;
create index submission_steps_sent_with on submission_steps (sent_with) where sent_with is not null;

create index submission_steps_failed on submission_steps (submission_id) where has_failed;
-- Workers claim the steps of one name by when they are due, however many steps of other names wait.
create index submission_steps_due on submission_steps (step, next_try_at) where state in ('waiting', 'running');
-- What needs attention, latest first.
create index submission_steps_that_failed on submission_steps (updated_at desc, id desc) where has_failed;
create index submission_steps_by_cause on submission_steps (cause, state, updated_at desc, id desc)
  where has_failed and dismissed_at is null;
create index submission_steps_dismissed on submission_steps (dismissed_at desc, id desc)
  where dismissed_at is not null;
-- Each cause belongs to one state, and few steps have one: without these statistics the planner expects a list of a hundred thousand to be short.
create statistics submission_steps_cause_and_state (mcv) on cause, state, step from submission_steps;

-- The texts of mails that were sent, before they were filled in, by the beginning of their SHA-256. used_on: the last day on which one was sent.
create table mail_texts (
  id uuid primary key,
  kind text not null,
  subject text not null,
  template text not null,
  used_on date not null default current_date
);

-- Messages that went to each Slack channel in its latest minute (of the clock, since 1970). Losing them in a crash costs nothing.
create unlogged table slack_minutes (
  channel_id text primary key,
  minute integer not null,
  messages integer not null
);

-- Sign-ups beyond those of a minute, which a channel gets in one message; summarised_with: how many that message was about. No foreign
-- key: a summary states how many signed up, even if some have been deleted since.
create table slack_summaries (
  submission_id uuid primary key,
  channel_id text not null,
  added_at timestamptz not null default now(),
  summarised_with integer
);

create index slack_summaries_to_tell on slack_summaries (channel_id) where summarised_with is null;
create index slack_summaries_by_age on slack_summaries (added_at);

-- Mails of the last day that are under a limit, by the sign-up or change that they are about, with the digest of their mailbox and its
-- limit, and their form where its mails are limited too. No foreign keys: they would cost each sign-up, and the rows outlive their form.
create unlogged table mail_reservations (
  id uuid primary key,
  email_digest bytea not null,
  form_id uuid,
  reserved_at timestamptz not null default now()
);

create index mail_reservations_of_mailbox on mail_reservations (email_digest, reserved_at);
create index mail_reservations_of_form on mail_reservations (form_id, reserved_at);

-- Reserves a mail for an hour, or says which limit has been reached, and of a mailbox also in how many milliseconds its next mail may leave. Those to
-- one mailbox wait for each other, and each query sees what was committed in the meantime; those of one form may exceed its limit by those that
-- are reserved at the same time.
create function reserve_mail(
  mail uuid, mailbox bytea, form uuid, hour_limit integer, day_limit integer, form_limit integer, out outcome text, out within text, out free_in float8
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(mailbox, 'hex'), 0));
  outcome := 'reserved';
  if exists (select from mail_reservations where id = mail and reserved_at > now() - interval '1 hour') then
    return;
  end if;
  select period, extract(epoch from free_at - now()) * 1000 into within, free_in from (
    (select 'hour' as period, reserved_at + interval '1 hour' as free_at from mail_reservations where email_digest = mailbox
      order by reserved_at desc offset hour_limit - 1 limit 1)
    union all
    (select 'day', reserved_at + interval '1 day' from mail_reservations where email_digest = mailbox and id <> mail
      order by reserved_at desc offset day_limit - 1 limit 1)
  ) as places where free_at > now() order by free_at desc limit 1;
  if found then
    outcome := 'mailbox-full';
    return;
  end if;
  if (select count(*) from (select from mail_reservations where form_id = form and reserved_at > now() - interval '1 hour' limit form_limit) as sent) >= form_limit then
    outcome := 'form-full';
    return;
  end if;
  insert into mail_reservations (id, email_digest, form_id) values (mail, mailbox, form)
  on conflict (id) do update set email_digest = mailbox, form_id = form, reserved_at = now();
end $$;

-- One row while nothing is sent: since a backup was restored, until someone resumes it.
create table sending_pause (
  is_on boolean primary key default true check (is_on),
  since timestamptz not null default now(),
  backup_taken_at timestamptz not null
);

-- Mails to many people: what staff wrote, or what an event sends automatically at a set time, once for each date. The people of one are written in
-- parts, from the newest sign-up on: (reached_at, reached_id) is the last that was read, part the number of parts, is_written whether that was all,
-- judged_part the last of which staff know that most were refused.
-- audience: whom it is for, as the API has it. people_shown: the number that staff confirmed. begins_at: of an automatic one, the set time. subject and
-- template are null where they are those of the series. counts: kept once the last step has ended. No foreign keys: they are deleted in parts, with the form.
create table mailings (
  id uuid primary key,
  form_id uuid not null,
  kind text not null check (kind in ('mailing', 'reminder', 'starting_soon', 'thank_you')),
  event_id uuid,
  for_date timestamptz,
  purpose text not null default 'service' check (purpose in ('service', 'marketing')),
  subject text,
  template text,
  audience jsonb not null,
  people_shown integer,
  begins_at timestamptz not null,
  reached_at timestamptz,
  reached_id uuid,
  part integer not null default 0,
  is_written boolean not null default false,
  judged_part integer not null default 0,
  stopped_at timestamptz,
  ended_at timestamptz,
  why text,
  counts jsonb,
  by_name text,
  by_email text,
  created_at timestamptz not null default now(),
  check (kind = 'mailing' or event_id is not null and for_date is not null)
);

create unique index mailings_once on mailings (form_id, event_id, kind, for_date) where kind <> 'mailing';
create index mailings_of_form on mailings (form_id, begins_at);
create index mailings_not_ended on mailings (begins_at) where ended_at is null;

-- Whom each mailing is for, once for each address, by its SHA-256. The row stays when the sign-up is deleted, so that no older sign-up of the
-- address is written to instead, and keeps the outcome of the mail.
create table mailing_people (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null,
  address bytea not null,
  submission_id uuid,
  part integer not null,
  left_out text,
  outcome text
);

create unique index mailing_people_once on mailing_people (mailing_id, address);
create index mailing_people_in_parts on mailing_people (mailing_id, part);
create index mailing_people_of_submission on mailing_people (submission_id) where submission_id is not null;

-- The outcome of the mail to one of the people of a mailing; null while it waits.
create function outcome_of_mail(person uuid) returns text language sql stable as $$
  select case
    when is_skipped then 'left_out'
    when state = 'succeeded' then 'sent'
    when state = 'failed' then case cause when 'maybe_sent' then 'not_known' else 'refused' end
  end
  from submission_steps where mailing_person_id = person
$$;
