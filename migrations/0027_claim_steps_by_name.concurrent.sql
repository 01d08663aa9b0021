-- Workers claim the steps of one name by when they are due, however many steps of other names wait.
drop index concurrently if exists submission_steps_due;
create index concurrently submission_steps_due on submission_steps (step, next_try_at) where state in ('waiting', 'running');
drop index concurrently if exists submission_steps_unfinished;
