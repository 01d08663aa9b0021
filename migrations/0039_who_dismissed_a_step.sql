-- The address beside the name of `dismissed_by`, since two people may have the same name; null for what was dismissed before.
alter table submission_steps add column dismissed_by_email text;
