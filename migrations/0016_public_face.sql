-- speakers is [{id, name, role, picture}], theme {accent, font, scheme, logo}; both name pictures by their digests in hexadecimal digits.
-- in_search: whether search engines may show the page.
alter table forms
  add column speakers jsonb not null default '[]',
  add column theme jsonb,
  add column in_search boolean not null default true;

-- speakers: the ids of those of the series; one who is no longer there is not shown.
alter table events add column price text, add column speakers uuid[] not null default '{}';
