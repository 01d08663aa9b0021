import type { FormRef } from './queries.ts';

interface OwnerNames {
  readonly table: string;
  readonly column: string;
  /** Ids of the events that may be chosen. */
  readonly openEvents: string;
  /** Further parts of the statement, which keep what is derived. */
  readonly derived: (shape: Shape) => string;
}

/** What is sent of each sign-up, with the types in which the database reads it. */
const SENT_COLUMNS = [
  ['id', 'uuid'],
  ['owner_id', 'uuid'],
  ['form_version', 'integer'],
  ['events', 'uuid[]'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['job_title', 'text'],
  ['organisation', 'text'],
  ['email', 'text'],
  ['email_key', 'text'],
  ['accepts_marketing', 'boolean'],
  ['answers', 'jsonb'],
  ['source', 'jsonb'],
  ['idempotency_key', 'text'],
  ['body_hash', 'text'],
] as const;

/** A sign-up as it is sent. */
export type SentRow = Readonly<Record<(typeof SENT_COLUMNS)[number][0], unknown>>;

/** How sign-ups are read and gathered: one by itself, or many. */
interface Shape {
  readonly sent: string;
  /** Which forms are held, in an order that is the same on all servers. */
  readonly owners: string;
  readonly sum: (each: string) => string;
  readonly sort: (columns: string) => string;
  readonly gather: (columns: string) => string;
}

// Told that there is but one, the planner joins nothing and sorts nothing: a fifth of what a lone visitor waits for.
const ONE: Shape = {
  sent: `not materialized (select ${SENT_COLUMNS.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')})`,
  owners: `owner.id = $${SENT_COLUMNS.findIndex(([name]) => name === 'owner_id') + 1}::uuid`,
  sum: (each) => each,
  sort: () => '',
  gather: () => '',
};

const MANY: Shape = {
  sent: `materialized (select * from json_to_recordset($1) as sent (${SENT_COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')}))`,
  owners: 'owner.id = any($2::uuid[]) order by owner.id',
  sum: (each) => `sum(${each})`,
  sort: (by) => `order by ${by}`,
  gather: (by) => `group by ${by} order by ${by}`,
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
  with sent as ${shape.sent},
  owners as materialized (
    select owner.id, owner.form_version, ${openEvents} as open_events
    from ${table} as owner where ${shape.owners} for share of owner
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
    from valid ${shape.sort('owner_id, idempotency_key')}
    on conflict (${column}, idempotency_key) where ${column} is not null and idempotency_key is not null do nothing
    returning id, submitted_at
  )${derived(shape)}
  select id from sent where not exists (select from added where added.id = sent.id)`;

const statementsOf = (owner: OwnerNames) => ({
  one: statementOf(owner, ONE),
  many: statementOf(owner, MANY),
});

/**
 * One statement that stores sign-ups, each with its events, its place in the outbox, its idempotency key and the kept counts.
 * It gives the ids of those that were not stored: the form has changed since the sign-up was checked against it or is gone, or
 * the idempotency key is taken. What it is given: `valuesOfOne`, `valuesOfMany`.
 */
export const SIGN_UP_STATEMENT: Readonly<Record<FormRef['kind'], Readonly<Record<'one' | 'many', string>>>> = {
  series: statementsOf(SERIES),
  marketing: statementsOf(MARKETING),
};

/** What the statement for one sign-up is given. */
export const valuesOfOne = (row: SentRow): unknown[] =>
  SENT_COLUMNS.map(([name, type]) => (type === 'jsonb' ? JSON.stringify(row[name]) : row[name]));

/** What the statement for many sign-ups is given: their rows as JSON, and the ids of their forms. */
export const valuesOfMany = (rows: readonly string[], formIds: readonly string[]): unknown[] => [
  `[${rows.join(',')}]`,
  [...new Set(formIds)],
];
