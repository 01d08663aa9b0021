-- As view_counts for series, whose key the previous release writes by.
create table form_view_counts (
  form_id uuid not null references marketing_forms (id) on delete cascade,
  day date not null,
  views integer not null default 0 check (views >= 0),
  primary key (form_id, day)
);
