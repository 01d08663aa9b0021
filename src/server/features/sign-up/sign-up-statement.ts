import type { FormRef } from './queries.ts';

interface OwnerNames {
  readonly table: string;
  readonly column: string;
  /** Ids of the events that may be chosen. */
  readonly openEvents: string;
  /** Further parts of the statement, which keep what is derived. */
  readonly derived: (shape: Shape) => string;
}

/** How sign-ups are read and gathered: one by itself, or many. */
interface Shape {
  readonly read: 'json_to_record' | 'json_to_recordset';
  readonly sum: (each: string) => string;
  readonly gather: (columns: string) => string;
}

// Told that there is but one, the planner builds no hash tables, and nothing is sorted: a sixth of what a lone visitor waits for.
const ONE: Shape = { read: 'json_to_record', sum: (each) => each, gather: () => '' };
const MANY: Shape = {
  read: 'json_to_recordset',
  sum: (each) => `sum(${each})`,
  gather: (columns) => `group by ${columns} order by ${columns}`,
};

/*
 * Addresses are gathered by (series, email) and written in that order, since one statement may not hit a row twice and two
 * servers must not wait for each other. An address has a row only while it has places, so one just inserted (xmax = 0) is new.
 */
const SERIES: OwnerNames = {
  table: 'event_series',
  column: 'series_id',
  openEvents: 'array(select id from events where series_id = owner.id and is_on_form)',
  derived: ({ sum, gather }) => `,
  joined as (
    insert into submission_events (event_id, submission_id, submitted_at)
    select chosen.event_id, added.id, added.submitted_at
    from added join sent using (id) cross join lateral unnest(sent.events) as chosen (event_id)
  ),
  kept as (
    insert into series_addresses (series_id, email_key, places)
    select sent.owner_id, sent.email_key, ${sum('cardinality(sent.events)')}
    from added join sent using (id)
    ${gather('1, 2')}
    on conflict (series_id, email_key) do update set places = series_addresses.places + excluded.places
    returning series_id, xmax = 0 as is_new
  ),
  counted as (
    insert into series_counts (series_id, addresses)
    select series_id, ${sum('1')} from kept where is_new ${gather('1')}
    on conflict (series_id) do update set addresses = series_counts.addresses + excluded.addresses
  )`,
};

const MARKETING: OwnerNames = {
  table: 'marketing_forms',
  column: 'form_id',
  openEvents: 'array[]::uuid[]',
  derived: ({ sum, gather }) => `,
  counted as (
    insert into form_counts (form_id, submissions)
    select owner_id, ${sum('1')} from added join sent using (id) ${gather('1')}
    on conflict (form_id) do update set submissions = form_counts.submissions + excluded.submissions
  )`,
};

/*
 * `owners` holds each form's row shared until the commit, and after a wait reads it anew: from here on nothing that the form
 * shows can change, and who changes it sees these rows. Rows go in by key, so that two servers with the same keys wait in turn.
 */
const statementOf = ({ table, column, openEvents, derived }: OwnerNames, shape: Shape): string => `
  with sent as materialized (
    select * from ${shape.read}($1) as sent (
      id uuid, owner_id uuid, form_version integer, events uuid[], first_name text, last_name text, job_title text, organisation text,
      email text, email_key text, accepts_marketing boolean, answers jsonb, source jsonb, idempotency_key text, body_hash text
    )
  ),
  owners as materialized (
    select owner.id, owner.form_version, ${openEvents} as open_events
    from ${table} as owner where owner.id = any($2::uuid[]) order by owner.id for share of owner
  ),
  valid as materialized (
    select sent.* from sent join owners on owners.id = sent.owner_id
    where owners.form_version = sent.form_version and sent.events <@ owners.open_events
  ),
  added as (
    insert into submissions (
      id, ${column}, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, awaiting_fan_out
    )
    select id, owner_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, true
    from valid order by owner_id, idempotency_key
    on conflict (${column}, idempotency_key) where ${column} is not null and idempotency_key is not null do nothing
    returning id, submitted_at
  )${derived(shape)}
  select sent.id, valid.id is null as is_stale
  from sent left join valid using (id) left join added using (id)
  where added.id is null`;

const statementsOf = (owner: OwnerNames) => ({
  one: statementOf(owner, ONE),
  many: statementOf(owner, MANY),
});

/**
 * One statement that stores sign-ups, each with its events, its place in the outbox, its idempotency key and the kept counts.
 * `$1` is a sign-up as JSON, or a list of `many`; `$2` the ids of their forms. It gives the ids of those that were not stored: `is_stale` when the form
 * has changed since the sign-up was checked against it or is gone, else the idempotency key is taken.
 */
export const SIGN_UP_STATEMENT: Readonly<Record<FormRef['kind'], Readonly<Record<'one' | 'many', string>>>> = {
  series: statementsOf(SERIES),
  marketing: statementsOf(MARKETING),
};
