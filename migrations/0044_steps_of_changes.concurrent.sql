-- The coming key of steps. The previous release writes no second step of a name for a submission, so that it finds all as it was.
drop index concurrently if exists submission_steps_with_change;
create unique index concurrently submission_steps_with_change on submission_steps (submission_id, step, change_id);
