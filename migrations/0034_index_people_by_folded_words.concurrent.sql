-- A sign-up does not pay for this index: its row enters when a worker has taken it out of the outbox. The index before it goes at once,
-- since two would cost the workers twice. Servers of the release before find the same people meanwhile, only slower.
drop index concurrently if exists submissions_by_folded_words;
create index concurrently submissions_by_folded_words on submissions using gin (search_keys(first_name, last_name, organisation, email))
  with (fastupdate = off) where not awaiting_fan_out;
drop index concurrently if exists submissions_by_words;
