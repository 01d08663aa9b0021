-- Claims in a row after which the worker recorded no outcome: a step that ends its worker each time fails for good.
-- Servers of the previous release go on with pg-boss beside this one: they claim by the same rows, so that no step runs twice. They
-- need the schema pgboss and the column awaiting_job, which a later release drops.
alter table submission_steps add column lost_claims integer not null default 0;
