-- Keys of the adds other than sign-ups (those keep theirs in the submission), kept for a day. row_id is what the first
-- call added: when that row is gone, the key counts as unused.
create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash text not null,
  row_id uuid,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
