-- Public calls of the last minutes, added up over all servers. Unlogged: losing them in a crash costs nothing, keeping them
-- safe would cost a write to disk each second. minute: of the clock, since 1970.
create unlogged table call_counts (
  minute integer not null,
  key text not null,
  calls integer not null check (calls >= 0),
  primary key (minute, key)
);
