-- Posts of the public pages that were taken for a machine's, per form and UTC day, so that staff see when a form is
-- under attack, or refuses people. owner_id: whichever of the two it is of, since a key cannot hold a null.
create table refused_tries (
  owner_id uuid not null generated always as (coalesce(series_id, form_id)) stored,
  series_id uuid references event_series (id) on delete cascade,
  form_id uuid references marketing_forms (id) on delete cascade,
  day date not null,
  tries integer not null check (tries > 0),
  primary key (owner_id, day),
  check (num_nonnulls(series_id, form_id) = 1)
);
create index refused_tries_by_series on refused_tries (series_id) where series_id is not null;
create index refused_tries_by_form on refused_tries (form_id) where form_id is not null;
