-- One row while nothing is sent: since a backup was restored, until somebody resumes it.
create table sending_pause (
  is_on boolean primary key default true check (is_on),
  since timestamptz not null default now(),
  backup_taken_at timestamptz not null
);
