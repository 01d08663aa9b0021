-- As in 0054, without two of the spellings: the whole word, which stands among the words, and what is left of it without its last letter,
-- which is a beginning of it. Each spelling is looked up among the words too. Rows from before keep theirs.
create or replace function search_keys(first_name text, last_name text, organisation text, email text) returns tsvector
language plpgsql immutable parallel safe cost 1000 set search_path from current as $$
declare
  keys text[] := search_words(first_name || ' ' || last_name || ' ' || organisation || ' ' || email);
  word text;
begin
  foreach word in array search_words(first_name || ' ' || last_name) loop
    if length(word) between 4 and 30 and word !~ '[0-9]' then
      for place in 1..length(word) - 1 loop
        keys := keys || ('~' || left(word, place - 1) || substr(word, place + 1));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(keys);
end $$;
