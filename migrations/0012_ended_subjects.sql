-- Null for the digest of a token. For the digest of whose it was: tokens that were issued before are refused as well.
alter table ended_tokens add column issued_before timestamptz;
