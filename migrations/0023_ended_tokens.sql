-- Tokens that were signed out before their end, by the digest of what was signed. A row may go once its token has ended by itself.
create table ended_tokens (
  digest text primary key,
  ends_at timestamptz not null
);
