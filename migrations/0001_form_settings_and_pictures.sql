-- The dictionary order of names, by which lists are sorted; no index depends on it. PostgreSQL may have been built without ICU.
do $$
begin
  create collation turnout_names (provider = icu, locale = 'und');
exception when feature_not_supported then
  create collation turnout_names (provider = libc, locale = 'C');
end $$;

-- Public forms of both kinds: the form of an event series, and a marketing form, which has no events. Ids come from outside for one kind or
-- the other, so each look-up asks for the kind as well. Optional settings are null, never blank.
-- field_versions holds, for each column, the version in which it last changed: an edit that read an older one is a conflict.
-- form_version counts changes of what the public form shows: a sign-up that was checked against another version is checked again.
-- closed_text and success_text: what the form says while it takes no sign-ups, and after one; null for our own text.
-- is_archived folds the card on the dashboard and changes nothing else. The self_service columns are about self-service pages.
-- description is Markdown; cover is {large, small, alt}, speakers [{id, name, role, picture}], theme {accent, font, scheme, logo}; all name
-- pictures by their digests in hexadecimal digits. in_search: whether search engines may show the page. code_key: enciphers the check-in codes.
-- reminder_minutes, starting_soon_minutes: how long before the start of each event its people are reminded, thank_you_minutes how long after its
-- end they are thanked; 0: never. mails_timed_at: the last change of these, before which no time counts. feedback_list_id: the list for
-- which the thank-you asks.
create table forms (
  id uuid primary key,
  kind text not null check (kind in ('series', 'marketing')),
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
  created_at timestamptz not null default now(),
  is_archived boolean not null default false,
  success_text text,
  has_downloadable_content boolean not null default false,
  closed_text text,
  repeat_policy text not null default 'allow' check (repeat_policy in ('allow', 'update', 'refuse')),
  calendar_entries boolean not null default false,
  self_service boolean not null default false,
  self_service_answers boolean not null default true,
  self_service_events boolean not null default true,
  self_service_cancel boolean not null default true,
  self_service_hours integer not null default 0 check (self_service_hours between 0 and 720),
  description text,
  cover jsonb,
  speakers jsonb not null default '[]',
  theme jsonb,
  in_search boolean not null default true,
  check_in_codes boolean not null default false,
  code_key uuid not null default gen_random_uuid(),
  reminder_minutes integer not null default 0,
  starting_soon_minutes integer not null default 0,
  thank_you_minutes integer not null default 0,
  mails_timed_at timestamptz not null default now(),
  feedback_list_id uuid,
  constraint marketing_forms_have_no_settings_of_series check (
    kind = 'series' or (
      closed_text is null and repeat_policy = 'allow' and not calendar_entries and not check_in_codes and not self_service
      and self_service_answers and self_service_events and self_service_cancel and self_service_hours = 0
      and reminder_minutes = 0 and starting_soon_minutes = 0 and thank_you_minutes = 0 and feedback_list_id is null
    )
  ),
  constraint series_have_no_download check (kind = 'marketing' or not has_downloadable_content)
);

-- Mails besides the confirmation that staff have rewritten; the others have our own texts.
create table form_mails (
  form_id uuid not null references forms on delete cascade,
  kind text not null,
  subject text not null,
  template text not null,
  primary key (form_id, kind)
);

-- The part of a form's setup list that no other row holds. tested_mail and tested_channel are the mail and the channel that were
-- tested: a test holds until its setting changes.
create table form_setups (
  form_id uuid primary key references forms on delete cascade,
  dismissed_at timestamptz,
  form_seen_at timestamptz,
  mail_tested_at timestamptz,
  tested_mail text,
  slack_tested_at timestamptz,
  tested_channel text
);

-- Other sites on which a form was seen, as its page reported; anyone can forge this.
create table form_hosts (
  form_id uuid not null references forms on delete cascade,
  host text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (form_id, host)
);

-- Views of the public form, for each UTC day.
create table view_counts (
  form_id uuid not null references forms on delete cascade,
  day date not null,
  views integer not null default 0 check (views >= 0),
  primary key (form_id, day)
);

-- Blocked submissions: posts of the public pages that looked automated, for each form and UTC day, so that staff see when a form
-- is under attack, or refuses people.
create table blocked_submissions (
  form_id uuid not null references forms on delete cascade,
  day date not null,
  tries integer not null check (tries > 0),
  primary key (form_id, day)
);

-- Pictures as they are served, by the SHA-256 of their bytes: copies of a series share them. `at`: when it was last uploaded, or named by an edit.
create table pictures (
  sha256 bytea primary key,
  type text not null,
  width smallint not null,
  height smallint not null,
  bytes bytea not null,
  at timestamptz not null default now()
);
