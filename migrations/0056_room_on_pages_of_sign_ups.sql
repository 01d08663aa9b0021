-- A fifth of each page is left for the second versions of its rows, which a worker writes when it takes them out of the outbox. On the same
-- page, only what has changed is logged.
alter table submissions set (fillfactor = 80);
