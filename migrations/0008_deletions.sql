-- Forms and events whose sign-ups are still being removed: the row itself is deleted immediately, and so is all that is read through it; what may be
-- hundreds of thousands of rows is deleted in parts, by the worker. The triggers below record each deletion here.
create table deletions (
  id uuid primary key,
  kind text not null check (kind in ('form', 'event')),
  -- Of an event.
  form_id uuid,
  deleted_at timestamptz not null default now(),
  check ((kind = 'event') = (form_id is not null))
);

-- Events that are deleted with their form are part of its deletion.
create function forget_places_of_event() returns trigger language plpgsql as $$
begin
  delete from event_places where event_id = old.id;
  insert into deletions (id, kind, form_id)
  select old.id, 'event', old.form_id where exists (select from forms where id = old.form_id);
  return null;
end $$;

create trigger forget_places after delete on events for each row execute function forget_places_of_event();

create function forget_submissions_of_form() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind) values (old.id, 'form');
  return null;
end $$;

create trigger forget_submissions after delete on forms for each row execute function forget_submissions_of_form();

-- Workers renew and record steps by id: here they are locked in the same order first, so that two that need the same ones do not
-- deadlock. The changes are deleted first: this waits for a worker that holds one of them, so that the steps it writes
-- are seen and deleted as well.
create function forget_steps_of_submissions() returns trigger language plpgsql as $$
begin
  delete from registration_changes where submission_id in (select id from gone);
  update mailing_people set submission_id = null, outcome = outcome_of_mail(id) where submission_id in (select id from gone);
  perform from submission_steps where submission_id in (select id from gone) order by id for update;
  delete from submission_steps where submission_id in (select id from gone);
  delete from registration_tokens where submission_id in (select id from gone);
  return null;
end $$;

create trigger forget_steps after delete on submissions referencing old table as gone
  for each statement execute function forget_steps_of_submissions();

-- What has been done with an attendee since it was imported; null while it is as the upload left it. People whom the upload put on a waiting
-- list are unchanged; those whose registration was changed, or whose link was sent or copied, are not.
create function changed_since_upload(submission uuid) returns text language sql stable as $$
  select case
    when version > 1 then 'edited since'
    when (select count(*) from registrations where submission_id = id) > 1 then 'also in other events'
    when exists (select from submission_steps where submission_id = submissions.id and step = 'email' and state = 'succeeded') then 'mail sent'
    when exists (select from submission_steps where submission_id = submissions.id)
      or exists (select from registration_changes as change where change.submission_id = submissions.id and change.kind <> 'joined')
      or exists (select from registration_tokens where submission_id = id)
      or exists (select from slack_summaries where submission_id = id) then 'worked with since'
  end
  from submissions where id = submission
$$;
