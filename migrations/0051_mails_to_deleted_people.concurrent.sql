-- Changes that hold what a mail to somebody needs whose submission is gone, until they are emptied.
drop index concurrently if exists registration_changes_of_deleted;
create index concurrently registration_changes_of_deleted on registration_changes (at) where submission_id is null and details <> '{}';
