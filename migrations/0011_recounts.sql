-- Series whose address_counts the worker recounts, since an event with very many registrations was shown or hidden; reached is the
-- last address that was counted.
create table recounts (
  form_id uuid primary key references forms on delete cascade,
  reached text not null default ''
);
