-- Counts how often a worker took the step, and never starts anew as the tries do when staff retry: a worker that lost the step
-- is told apart from the one that has it.
alter table submission_steps add column claims integer not null default 0;
