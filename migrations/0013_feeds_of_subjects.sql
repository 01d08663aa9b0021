-- Issuer and subject of the owner, whose address may one day be somebody else's; null for a feed added before this was kept.
alter table calendar_feeds add column owner_subject text;
