-- What workers share while they work; losing it in a crash of the database harms nothing.
-- next_at: when the next request to a service may be sent, so that all workers together stay under its limit.
create unlogged table service_pace (
  service text primary key,
  next_at timestamptz not null
);

-- Work of which one thing happens at a time, whoever does it; a holder that died lets go when its time is over.
create unlogged table work_leases (
  name text primary key,
  held_until timestamptz not null
);

-- Confirmations of the last hour by digest of the address: each takes one of three places, and a place is free again an hour
-- after it was taken, so that the fourth and later in any hour are held back.
create unlogged table confirmations (
  email_digest bytea not null,
  place smallint not null check (place between 1 and 3),
  submission_id uuid not null,
  sent_at timestamptz not null default now(),
  primary key (email_digest, place)
);

create index confirmations_by_age on confirmations (sent_at);
