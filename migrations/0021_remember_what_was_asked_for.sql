-- Which steps a sign-up has hangs on the settings of its own moment, while its steps are made later. So each change of the
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

-- owner_id: a series, a form or an event.
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

create trigger remember_steps after update on event_series for each row execute function remember_steps();
create trigger remember_steps after update on marketing_forms for each row execute function remember_steps();

create function remember_steps_of_event() returns trigger language plpgsql as $$
begin
  insert into past_steps
  values (old.id, clock_timestamp(), case when old.copper_tag is null then '{}'::text[] else '{crm}'::text[] end);
  return null;
end $$;

create trigger remember_steps after update on events for each row
  when ((old.copper_tag is null) <> (new.copper_tag is null)) execute function remember_steps_of_event();
