-- A foreign key deletes steps in whatever order their submissions were deleted in, while workers renew and record steps by
-- submission and step: two that meet the same ones the other way round would end in a deadlock. Here they are locked in the
-- workers' order first. Each new row of a step is written by a transaction that holds its submission, which says what the key said.
alter table submission_steps drop constraint submission_steps_submission_id_fkey;

create function forget_steps_of_submissions() returns trigger language plpgsql as $$
begin
  perform from submission_steps where submission_id in (select id from gone) order by submission_id, step for update;
  delete from submission_steps where submission_id in (select id from gone);
  return null;
end $$;

create trigger forget_steps after delete on submissions referencing old table as gone
  for each statement execute function forget_steps_of_submissions();
