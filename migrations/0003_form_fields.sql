-- Custom fields of a series or of a marketing form, exactly one of the two.
create table form_fields (
  id uuid primary key,
  series_id uuid references event_series (id) on delete cascade,
  form_id uuid references marketing_forms (id) on delete cascade,
  key text not null,
  label text not null check (btrim(label) <> ''),
  type text not null check (type in ('input', 'textarea', 'checkbox', 'select', 'disclaimer')),
  is_required boolean not null default false,
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  position integer not null check (position >= 0),
  show_on_slack boolean not null default false,
  is_brunch boolean not null default false,
  brunch_event_id uuid references events (id) on delete set null,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(series_id, form_id) = 1),
  check (is_brunch or brunch_event_id is null)
);

-- By digest: a disclaimer's key is as long as its text, and an index entry may not be.
create unique index form_fields_key_of_series on form_fields (series_id, md5(key)) where series_id is not null;
create unique index form_fields_key_of_form on form_fields (form_id, md5(key)) where form_id is not null;
create index form_fields_of_series on form_fields (series_id, position) where series_id is not null;
create index form_fields_of_form on form_fields (form_id, position) where form_id is not null;
create index form_fields_of_brunch_event on form_fields (brunch_event_id) where brunch_event_id is not null;

-- Fields that were deleted: their answers stay in submissions, in the export, and keep their key taken.
create table retired_form_fields (
  id uuid primary key,
  series_id uuid references event_series (id) on delete cascade,
  form_id uuid references marketing_forms (id) on delete cascade,
  key text not null,
  label text not null,
  type text not null,
  position integer not null,
  retired_at timestamptz not null default now(),
  check (num_nonnulls(series_id, form_id) = 1)
);

create index retired_form_fields_of_series on retired_form_fields (series_id) where series_id is not null;
create index retired_form_fields_of_form on retired_form_fields (form_id) where form_id is not null;
