-- People are found by the beginnings of the words of their name, organisation and address. Words are lowercased and parted
-- here, for the index and for what is searched alike; an apostrophe parts nothing. The cost keeps the planner from working
-- the words of each row out anew where the index has them; not being safe for parallel work spares the start of workers that
-- take longer to start than the search.
create function words_of_person(first_name text, last_name text, organisation text, email text) returns tsvector
language plpgsql immutable cost 1000 as $$
begin
  return array_to_tsvector(array_remove(string_to_array(translate(
    lower(first_name || ' ' || last_name || ' ' || organisation || ' ' || email),
    E'\t\\@.-_+,;:&/()"''’',
    '               '
  ), ' '), ''));
end $$;

-- Null when nothing is left to search for.
create function people_with(words text) returns tsquery
language plpgsql immutable as $$
begin
  return (
    select string_agg('''' || word || ''':*', ' & ')::tsquery
    from unnest(tsvector_to_array(words_of_person(words, '', '', ''))) as word
  );
end $$;

-- A sign-up does not pay for this index: its row enters when a worker has taken it out of the outbox. Those still waiting are
-- looked at one by one.
create index submissions_by_words on submissions using gin (words_of_person(first_name, last_name, organisation, email))
  with (fastupdate = off) where not awaiting_fan_out;
