import type pg from 'pg';
import { rebuildCounters } from '#server/db/counters/counters.ts';
import { fillSeries } from '../sign-ups.ts';
import { openQuietly } from '../support/open-quietly.ts';

/** A series with its four events; each of its sign-ups is for the first of them and for another one. */
export interface FilledSeries {
  readonly seriesId: string;
  readonly eventIds: readonly string[];
}

const YEARS = 2;

/**
 * The sign-ups of two years with ids in the order of time; `$1` of them over all series, in turn. Every fifth address of a series occurs
 * twice, one in a thousand has a failed step. Each part computes the same ids, so that no table has to be read to write another one.
 */
const SIGN_UPS = (count: number) => `
  create temporary table filled on commit drop as
    select number, ((number - 1) % series_count)::integer as place, ((number - 1) / series_count)::integer as of_series, submitted_at,
      (lpad(to_hex((extract(epoch from submitted_at) * 1000)::bigint), 12, '0') || '7' || substr(noise, 1, 3) || 'a' || substr(noise, 4, 15))::uuid as id
    from generate_series(1, ${count}) as number, (select count(*) as series_count from event_series) as series
    cross join lateral (select md5(number::text), now() - make_interval(secs => (${count} - number) * ${YEARS * 365 * 86_400}.0 / ${count})) as drawn (noise, submitted_at);

  create temporary table target on commit drop as
    select (row_number() over (order by id) - 1)::integer as place, id,
      array(select events.id from events where series_id = event_series.id order by starts_at) as events
    from event_series;
  analyze filled;

  insert into submissions (
    id, series_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing, answers, source, idempotency_key,
    body_hash, submitted_at)
  select filled.id, target.id, 'Ada ' || first, last || ' ' || of_series, 'Analyst', 'Analytical Engines Ltd', email, email, number % 2 = 0,
    jsonb_build_object('diet', (array['None', 'Vegan'])[1 + number % 2], 'expectations', 'To learn how the engine weaves algebraical patterns.'),
    case when number % 2 = 0 then '{"utm_source": "newsletter"}' else '{}' end::jsonb, md5(filled.id::text)::uuid::text,
    left(encode(sha256(number::text::bytea), 'base64'), 43), submitted_at
  from filled join target using (place)
  cross join lateral (
    select (array['José', 'Márta', 'Søren', 'Łucja', 'Jean-Luc', 'Zoë', 'Josefine'])[1 + number % 7],
      (array['García', 'Müller', 'O’Brien', 'Škoda', 'Lovelace', 'Álvarez', 'Zieliński', 'Nguyễn', 'Smith', 'Kowalski', 'Öztürk'])[1 + number % 11]
  ) as person (first, last)
  cross join lateral (select 'ada.' || of_series - (of_series % 5 / 4) || '@example.org') as address (email);

  insert into submission_events (event_id, submission_id, submitted_at)
  select target.events[case kind when 1 then 1 else 2 + number % 3 end], filled.id, submitted_at
  from filled join target using (place), generate_series(1, 2) as kind;

  insert into submission_steps (submission_id, step, state, attempts, message, cause, first_tried_at, updated_at)
  select filled.id, step, case when is_failed then 'failed' else 'succeeded' end, 1,
    case when is_failed then 'The mail server refused the address' else '' end, case when is_failed then 'address' else '' end, submitted_at, submitted_at
  from filled, unnest(array['slack', 'email']) as step cross join lateral (select number % 1000 = 0 and step = 'email') as outcome (is_failed)`;

/** The indexes of the tables that are filled but those of keys, which the rows enter in their order. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('submissions'::regclass, 'submission_events'::regclass, 'submission_steps'::regclass)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** The counters are written in the order of the addresses, in which nobody signs up. */
const ADDRESSES = 'series_addresses_pkey';

/** An index that grew row by row has pages that are two thirds full; those of a new one are nine tenths full. */
const AS_GROWN = '(fillfactor = 70)';

async function buildAsGrown(pool: pg.Pool, name: string, definition: string): Promise<void> {
  if (!definition.includes('USING btree')) return void (await pool.query(definition));
  await pool.query(definition.replace(/ WHERE |$/, ` WITH ${AS_GROWN}$&`));
  await pool.query(`alter index ${name} reset (fillfactor)`);
}

/** Runs `work` without these indexes, which take up to twenty times as long to write row by row as to build. */
export async function withoutIndexes(pool: pg.Pool, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  for (const { name, definition } of rows) await buildAsGrown(pool, name, definition);
}

/** Fills a migrated, empty database with this many sign-ups of this many series, with two events and two steps each; gives the first series. */
export async function fillScale(url: string, signUps: number, series: number): Promise<FilledSeries> {
  const { db, pool, close } = openQuietly(url);
  try {
    const [first, ...others] = await Promise.all(Array.from({ length: series }, async () => fillSeries(url)));
    if (first === undefined) throw new Error(`There is no series among ${others.length}`);
    await pool.query(
      // As a replica, PostgreSQL does not look up the series, event and sign-up of each row.
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set max_parallel_maintenance_workers = 2;
       set session_replication_role = replica`,
    );
    await withoutIndexes(pool, async () => pool.query(SIGN_UPS(signUps)));
    await rebuildCounters(db);
    await pool.query(`alter index ${ADDRESSES} set ${AS_GROWN}; reindex index ${ADDRESSES}; alter index ${ADDRESSES} reset (fillfactor)`);
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
    return first;
  } finally {
    await close();
  }
}
