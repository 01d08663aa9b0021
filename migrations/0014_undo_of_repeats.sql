-- What a repeat changed in an earlier sign-up: the raw values before and now, the events that it added, and the words of a consent that is
-- still to be confirmed. Until `ends_at`, 7 days after the mail about the change left, the person can undo it.
create table repeat_undos (
  change_id uuid primary key references registration_changes on delete cascade,
  kept jsonb not null,
  ends_at timestamptz not null
);

create index repeat_undos_by_end on repeat_undos (ends_at);
