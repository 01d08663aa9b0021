-- Sign-ups have no import, so they are not in the index.
drop index concurrently if exists submissions_of_import;
create index concurrently submissions_of_import on submissions (import_id) where import_id is not null;
