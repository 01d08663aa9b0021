-- paused_until: until when a service wants to hear nothing; kept apart from next_at, so that those who wait for their turn see it.
alter table service_pace add column paused_until timestamptz not null default '-infinity';

-- holder: who has the work, so that one whose time was over ends or renews no other's hold.
alter table work_leases add column holder uuid not null default gen_random_uuid();
