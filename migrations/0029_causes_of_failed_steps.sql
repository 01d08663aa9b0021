-- Why a step failed, alike for all that failed for the same reason, so that staff see and handle them together; '' when it is not known.
-- A dismissed step stays as it failed, but nobody has to do anything about it any more.
alter table submission_steps
  add column cause text not null default '',
  add column dismissed_at timestamptz,
  add column dismissed_by text;

-- Each cause belongs to one state, and few steps have one: without knowing this the planner takes a list of a hundred thousand for short.
create statistics submission_steps_cause_and_state (mcv) on cause, state, step from submission_steps;
