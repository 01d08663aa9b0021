-- Which policy a sign-up goes by hangs on its own moment, while it is settled later, as with `past_steps`.
create table past_policies (
  series_id uuid not null references event_series on delete cascade,
  until timestamptz not null,
  policy text not null,
  primary key (series_id, until)
);

create function remember_policy() returns trigger language plpgsql as $$
begin
  insert into past_policies values (old.id, clock_timestamp(), old.duplicate_policy);
  return null;
end $$;

create trigger remember_policy after update on event_series for each row
  when (old.duplicate_policy <> new.duplicate_policy) execute function remember_policy();
