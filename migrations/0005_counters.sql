-- The counts of the dashboard are stored, not counted on each read. registrations: the registrations of an address in the visible events of a series. No foreign
-- key: it would cost each sign-up, and the addresses of a deleted series are deleted in parts.
create table address_counts (
  form_id uuid not null,
  email_key text not null,
  registrations integer not null check (registrations >= 0),
  primary key (form_id, email_key)
);

-- signups: of a series, how many addresses have a row in address_counts; of a marketing form, its submissions.
create table form_counts (
  form_id uuid primary key references forms on delete cascade,
  signups integer not null default 0 check (signups >= 0)
);

-- Series whose address_counts the worker recounts, since an event with very many registrations was shown or hidden; reached is the
-- last address counted.
create table recounts (
  form_id uuid primary key references forms on delete cascade,
  reached text not null default ''
);
