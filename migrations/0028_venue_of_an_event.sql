-- Where an event takes place; null when staff have not said.
alter table events add column venue text;
