-- One reading of all leads, shared by all servers: its progress while it runs, its result for five minutes after.
create table duplicate_lead_reads (
  id uuid primary key,
  started_at timestamptz not null default now(),
  -- The reader renews it; a reading whose reader died is begun anew.
  alive_at timestamptz not null default now(),
  leads_read integer not null default 0,
  leads_total integer,
  finished_at timestamptz,
  result jsonb,
  failure text,
  check (finished_at is null or num_nonnulls(result, failure) = 1)
);
