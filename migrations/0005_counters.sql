-- Counts of the dashboard are kept, not counted. places: the registrations of an address in the visible events of a series. No foreign
-- key: a sign-up would pay for it, and the addresses of a deleted series go in parts.
create table series_addresses (
  series_id uuid not null,
  email_key text not null,
  places integer not null check (places >= 0),
  primary key (series_id, email_key)
);

-- addresses: how many rows with places the series has in series_addresses.
create table series_counts (
  series_id uuid primary key references event_series (id) on delete cascade,
  addresses integer not null default 0 check (addresses >= 0)
);

create table form_counts (
  form_id uuid primary key references marketing_forms (id) on delete cascade,
  submissions integer not null default 0 check (submissions >= 0)
);
