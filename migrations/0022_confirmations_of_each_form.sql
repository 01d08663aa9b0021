-- Of which series or form a confirmation was, so that those of one form within an hour can be counted.
alter table confirmations add column owner_id uuid;
create index confirmations_of_owner on confirmations (owner_id, sent_at);
