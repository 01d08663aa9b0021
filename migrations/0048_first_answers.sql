-- What a limited series answered to a sign-up that was settled: the same key is answered alike, whatever became of its registrations since.
alter table submissions add column first_answer json;
