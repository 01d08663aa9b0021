-- What servers and workers share while they run; unlogged where losing it in a crash of the database harms nothing.
-- next_at: when the next request to a service may be sent, so that all workers together stay under its limit. paused_until: until when
-- a service asked for a pause; separate from next_at, so that those waiting for their turn see it.
create unlogged table service_pace (
  service text primary key,
  next_at timestamptz not null,
  paused_until timestamptz not null default '-infinity'
);

-- Work that only one process does at a time; the lease of a holder that died runs out. holder: who has the work, so that a process
-- whose lease has run out neither ends nor renews that of another.
create unlogged table work_leases (
  name text primary key,
  held_until timestamptz not null,
  holder uuid not null default gen_random_uuid()
);

-- The latest outcomes of each external service, for the staff who look after the connections.
create table service_outcomes (
  service text primary key check (service in ('slack', 'mail', 'copper')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);

-- One reading of all leads, shared by all servers: its progress while it runs, its result for five minutes after. The reader renews
-- alive_at; a reading whose reader died is started again (claims counts how often), and then only the last reader stores anything.
create table duplicate_lead_reads (
  id uuid primary key,
  started_at timestamptz not null default now(),
  alive_at timestamptz not null default now(),
  leads_read integer not null default 0,
  leads_total integer,
  claims integer not null default 0,
  finished_at timestamptz,
  result jsonb,
  failure text,
  check (finished_at is null or num_nonnulls(result, failure) = 1)
);

-- Public calls of the last minutes, totalled over all servers. Unlogged: storing them safely would cost a write to disk every second.
-- minute: of the clock, since 1970.
create unlogged table call_counts (
  minute integer not null,
  key text not null,
  calls integer not null check (calls >= 0),
  primary key (minute, key)
);

-- Tokens that were signed out before their end, by the digest of what was signed. A row may go once its token has ended.
-- issued_before: null for the digest of a token; for the digest of a person, tokens issued to them before that are refused as well.
create table ended_tokens (
  digest text primary key,
  ends_at timestamptz not null,
  issued_before timestamptz
);

-- The outcome of the nightly backups, for all processes: one row, written by the worker that has BACKUP_DIR.
create unlogged table nightly_backups (
  id boolean primary key default true check (id),
  succeeded_at timestamptz,
  bytes bigint,
  kept integer not null default 0,
  failed_at timestamptz,
  failure text
);
