-- Pictures as they are served, by the SHA-256 of their bytes: copies of a series share them. `at` is when one was last uploaded, or named by an edit.
create table pictures (
  sha256 bytea primary key,
  type text not null,
  width smallint not null,
  height smallint not null,
  bytes bytea not null,
  at timestamptz not null default now()
);

-- description is Markdown; cover is {large, small, alt} and names two pictures by their digests in hexadecimal digits.
alter table forms add column description text, add column cover jsonb;
alter table events add column description text;
