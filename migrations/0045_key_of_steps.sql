-- The previous release inserts steps "on conflict do nothing", which the new key answers alike.
alter table submission_steps
  drop constraint submission_steps_pkey,
  add constraint submission_steps_pkey primary key using index submission_steps_with_change;
