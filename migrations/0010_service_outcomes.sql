-- How each outside service did lately, for the staff who look after the connections.
create table service_outcomes (
  service text primary key check (service in ('slack', 'mail', 'copper')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
