-- A step that lost its job, or that staff want tried again, waits here for a worker to queue it: the row is its own outbox.
-- is_released: a person asked for this very step, so that what holds back floods of mail no longer holds it.
-- While a step runs, next_try_at is when its lease ends: after that another worker may take it.
alter table submission_steps
  add column awaiting_job boolean not null default false,
  add column is_released boolean not null default false;

create index submission_steps_awaiting_job on submission_steps (submission_id, step) where awaiting_job;
