-- As in 0054, but without what is left of a word without its last letter: the whole word begins with it, and spellings are looked up by their
-- beginnings.
create or replace function search_keys(first_name text, last_name text, organisation text, email text) returns tsvector
language plpgsql immutable parallel safe cost 1000 set search_path from current as $$
declare
  keys text[] := search_words(first_name || ' ' || last_name || ' ' || organisation || ' ' || email);
  word text;
begin
  foreach word in array search_words(first_name || ' ' || last_name) loop
    if length(word) between 4 and 30 and word !~ '[0-9]' then
      keys := keys || ('~' || word);
      for place in 1..length(word) - 1 loop
        keys := keys || ('~' || left(word, place - 1) || substr(word, place + 1));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(keys);
end $$;
