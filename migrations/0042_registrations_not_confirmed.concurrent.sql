-- Registrations that wait, have an offer or are cancelled, which are few: lists and counts of an event are all its registrations without these.
drop index concurrently if exists registrations_not_confirmed;
create index concurrently registrations_not_confirmed on submission_events (event_id, status, submission_id) where status <> 'confirmed';
