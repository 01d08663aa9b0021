-- As with places and addresses (0015): whoever stores a submission holds its series or form shared until the commit, so a
-- foreign key would only look the same row up once more for each of them, a tenth of what a lone sign-up's statement costs.
-- What a deletion takes with it, it still takes.
alter table submissions drop constraint submissions_series_id_fkey;
alter table submissions drop constraint submissions_form_id_fkey;

create function forget_submissions_of_series() returns trigger language plpgsql as $$
begin
  delete from submissions where series_id = old.id;
  return null;
end $$;

create trigger forget_submissions after delete on event_series for each row execute function forget_submissions_of_series();

create function forget_submissions_of_form() returns trigger language plpgsql as $$
begin
  delete from submissions where form_id = old.id;
  return null;
end $$;

create trigger forget_submissions after delete on marketing_forms for each row execute function forget_submissions_of_form();
