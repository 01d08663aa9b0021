-- Staff archive what is over: its card is folded on the dashboard, and nothing else changes.
alter table event_series add column is_archived boolean not null default false;
alter table marketing_forms add column is_archived boolean not null default false;
