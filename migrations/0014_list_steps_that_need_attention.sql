-- The list over all series and forms, latest first, and its counts; failed for good, or so far.
create index submission_steps_that_failed on submission_steps (updated_at desc, submission_id desc, step desc)
  where state = 'failed' or (state = 'waiting' and attempts > 0);
