-- Who was put on a waiting list by an upload is as the upload left them (0046, with the change that says so left out).
create or replace function touch_of(submission uuid) returns text language sql stable as $$
  select case
    when version > 1 then 'edited since'
    when (select count(*) from submission_events where submission_id = id) > 1 then 'also in other events'
    when exists (select from submission_steps where submission_id = id and step = 'email' and state = 'succeeded') then 'mail sent'
    when exists (select from submission_steps where submission_id = id)
      or exists (select from registration_changes as change where change.submission_id = submissions.id and change.kind <> 'joined')
      or exists (select from registration_tokens where submission_id = id)
      or exists (select from slack_summaries where submission_id = id) then 'worked with since'
  end
  from submissions where id = submission
$$;
