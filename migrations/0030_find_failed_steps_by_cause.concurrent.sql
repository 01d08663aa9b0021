-- The failed steps of one cause, latest first, and the dismissed ones, last dismissed first.
drop index concurrently if exists submission_steps_by_cause;
create index concurrently submission_steps_by_cause on submission_steps (cause, state, updated_at desc, submission_id desc, step desc)
  where (state = 'failed' or (state = 'waiting' and attempts > 0)) and dismissed_at is null;
drop index concurrently if exists submission_steps_dismissed;
create index concurrently submission_steps_dismissed on submission_steps (dismissed_at desc, submission_id desc, step desc)
  where dismissed_at is not null;
