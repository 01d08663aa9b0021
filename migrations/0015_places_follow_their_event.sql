-- A sign-up's statement holds its series shared and checks each event itself; a foreign key would look every place and every
-- address up once more, an eighth of what the statement costs. What a deletion takes with it, it still takes.
alter table submission_events drop constraint submission_events_event_id_fkey;
alter table series_addresses drop constraint series_addresses_series_id_fkey;

create function forget_places_of_event() returns trigger language plpgsql as $$
begin
  delete from submission_events where event_id = old.id;
  return null;
end $$;

create trigger forget_places after delete on events for each row execute function forget_places_of_event();

create function forget_addresses_of_series() returns trigger language plpgsql as $$
begin
  delete from series_addresses where series_id = old.id;
  return null;
end $$;

create trigger forget_addresses after delete on event_series for each row execute function forget_addresses_of_series();
