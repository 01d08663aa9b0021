-- What the setup list of a series or form knows that no other row says; those from before the list begin without it.
create table form_setups (
  owner_id uuid primary key generated always as (coalesce(series_id, form_id)) stored,
  series_id uuid unique references event_series on delete cascade,
  form_id uuid unique references marketing_forms on delete cascade,
  dismissed_at timestamptz,
  form_seen_at timestamptz,
  mail_tested_at timestamptz,
  -- The mail and the channel that were tested: a test holds until its setting changes.
  tested_mail text,
  slack_tested_at timestamptz,
  tested_channel text,
  check (num_nonnulls(series_id, form_id) = 1)
);
insert into form_setups (series_id, dismissed_at) select id, now() from event_series;
insert into form_setups (form_id, dismissed_at) select id, now() from marketing_forms;

-- Other sites on which a form was seen, as its page said; anybody can forge it.
create table form_hosts (
  owner_id uuid not null generated always as (coalesce(series_id, form_id)) stored,
  series_id uuid references event_series on delete cascade,
  form_id uuid references marketing_forms on delete cascade,
  host text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (owner_id, host),
  check (num_nonnulls(series_id, form_id) = 1)
);
create index form_hosts_by_series on form_hosts (series_id) where series_id is not null;
create index form_hosts_by_form on form_hosts (form_id) where form_id is not null;
