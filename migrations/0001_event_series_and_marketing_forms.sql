-- The two owners of a public form. Optional settings are null, never blank.
-- field_versions holds, per column, the version in which it last changed: an edit that read an older one is a conflict.
-- form_version counts what the public form shows; a sign-up that was checked against another version is checked again.
create table event_series (
  id uuid primary key,
  title text not null check (btrim(title) <> ''),
  send_notifications_slack boolean not null default false,
  slack_channel_id text,
  copper_tag text,
  email_forward text,
  email_from text,
  email_subject text,
  email_template text,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  form_version integer not null default 1,
  created_at timestamptz not null default now()
);

create table marketing_forms (
  id uuid primary key,
  title text not null check (btrim(title) <> ''),
  send_notifications_slack boolean not null default false,
  slack_channel_id text,
  copper_tag text,
  email_forward text,
  email_from text,
  email_subject text,
  email_template text,
  has_downloadable_content boolean not null default false,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  form_version integer not null default 1,
  created_at timestamptz not null default now()
);
