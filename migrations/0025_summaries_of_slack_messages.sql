-- Messages that went to each channel in its latest minute (of the clock, since 1970). Losing them in a crash costs nothing.
create unlogged table slack_minutes (
  channel_id text primary key,
  minute integer not null,
  messages integer not null
);

-- Sign-ups beyond those of a minute, which a channel is told of in one message; told_with: how many that message told of.
create table slack_summaries (
  submission_id uuid primary key,
  channel_id text not null,
  added_at timestamptz not null default now(),
  told_with integer
);

create index slack_summaries_to_tell on slack_summaries (channel_id) where told_with is null;
create index slack_summaries_by_age on slack_summaries (added_at);
