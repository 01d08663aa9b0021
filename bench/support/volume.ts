import type { Insertable } from 'kysely';
import type pg from 'pg';
import type { WaitingListMode } from '#contract/registrations/places.ts';
import type { Db, OpenedDatabase } from '#server/db/connection.ts';
import type { EventsTable, FormFieldsTable, FormsTable } from '#server/db/tables.ts';
import { fitPlaces, rebuildCounters } from '#server/registrations/counters.ts';
import { asksFor } from '#server/steps/fan-out.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { onDatabase } from './open-quietly.ts';

// The rows of benches and faults. No other file in bench or faults writes sign-ups to the database.

/** A series and its events, one a day from tomorrow on. */
export interface FilledSeries {
  readonly seriesId: string;
  readonly eventIds: readonly string[];
}

type Fields = readonly (Pick<Partial<Insertable<FormFieldsTable>>, 'label' | 'type'> & { readonly options?: string[] })[];

interface SeriesPlan {
  readonly settings?: Partial<Insertable<FormsTable>>;
  readonly events?: number;
  /** Of every event. */
  readonly event?: Partial<Insertable<EventsTable>>;
  readonly fields?: Fields;
}

const DAY_MS = 86_400_000;
const FIELDS: Fields = [
  { label: 'Diet', type: 'select', options: ['None', 'Vegan'] },
  { label: 'Expectations', type: 'textarea' },
];

interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
}

/** Adds a series with four events, the last of them with a brunch menu, and three fields. */
export async function addSeries(
  { db }: Pick<Database, 'db'>,
  { settings, events = 4, event, fields = FIELDS }: SeriesPlan = {},
): Promise<FilledSeries> {
  const seriesId = await buildSeries(db, settings);
  const eventIds: string[] = [];
  for (let day = 1; day <= events; day += 1) {
    const own = { title: `Day ${day}`, starts_at: new Date(Date.now() + day * DAY_MS), is_brunch: day === 4 };
    eventIds.push(await buildEvent(db, seriesId, { ...own, ...event }));
  }
  for (const [position, field] of fields.entries()) await buildField(db, { form_id: seriesId }, { position, ...field });
  const menu = { label: 'Menu', position: fields.length, is_brunch: true, brunch_event_id: eventIds[3] ?? null };
  await buildField(db, { form_id: seriesId }, menu);
  return { seriesId, eventIds };
}

/** Sign-ups; SQL values may use `number`, from 1, and `of_series`, from 0, counted in each series. */
export interface SignUps {
  readonly signUps: number;
  /** SQL of an array: the events of its series that a sign-up is for, by their numbers from 1. */
  readonly chosen?: string;
  /** SQL of the part of an address before the `@`. Unless given, every fifth address of a series occurs twice. */
  readonly address?: string;
  /** SQL of the answers to the fields. */
  readonly answers?: string;
  readonly steps?: readonly string[];
  /** Whether their steps are still to be written. */
  readonly isNew?: boolean;
}

/** The first event of all, and one of the three others. */
const TWO_EVENTS = 'array[1, 2 + number % 3]';
const TWO_YEARS_S = 2 * 365 * 86_400;
const HALF_VEGAN = `jsonb_build_object(
  'diet', (array['None', 'Vegan'])[1 + number % 2], 'expectations', 'To learn how the engine weaves algebraical patterns.')`;

/** The sign-ups of two years spread over these series, with ids in the order of time; one in a thousand has a failed step. */
const insertSignUps = (
  series: readonly FilledSeries[],
  {
    signUps,
    chosen = TWO_EVENTS,
    address = `'ada.' || of_series - of_series % 5 / 4`,
    answers = HALF_VEGAN,
    steps = ['email'],
    isNew = false,
  }: SignUps,
): string => `
  create temporary table filled on commit drop as
    select number, of_series, form_id, submitted_at, array(select events[place] from unnest(${chosen}) as place) as chosen,
      (lpad(to_hex((extract(epoch from submitted_at) * 1000)::bigint), 12, '0') || '7' || substr(noise, 1, 3) || 'a' || substr(noise, 4, 15))::uuid as id
    from generate_series(1, ${signUps}) as number
    join (values ${series.map(({ seriesId, eventIds }, place) => `(${place}, '${seriesId}'::uuid, '{${eventIds.join()}}'::uuid[])`).join()})
      as target (place, form_id, events) on target.place = (number - 1) % ${series.length}
    cross join lateral (
      select (number - 1) / ${series.length}, md5(number::text || random()), now() - make_interval(secs => (${signUps} - number) * ${TWO_YEARS_S}.0 / ${signUps})
    ) as drawn (of_series, noise, submitted_at);

  insert into submissions (
    id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing, answers, source, idempotency_key,
    body_hash, submitted_at, awaiting_fan_out, asks_for)
  select id, form_id, 'Ada ' || first, last || ' ' || of_series, 'Analyst', 'Analytical Engines Ltd', email, email, number % 2 = 0, ${answers},
    case when number % 2 = 0 then '{"utm_source": "newsletter"}' else '{}' end::jsonb, md5(id::text)::uuid::text,
    left(encode(sha256(number::text::bytea), 'base64'), 43), submitted_at, ${isNew},
    (select ${asksFor('forms')} from forms where id = filled.form_id)
  from filled
  cross join lateral (
    select (array['José', 'Márta', 'Søren', 'Łucja', 'Jean-Luc', 'Zoë', 'Josefine'])[1 + number % 7],
      (array['García', 'Müller', 'O’Brien', 'Škoda', 'Lovelace', 'Álvarez', 'Zieliński', 'Nguyễn', 'Smith', 'Kowalski', 'Öztürk'])[1 + number % 11]
  ) as person (first, last)
  cross join lateral (select (${address}) || '@example.org') as address (email);

  insert into registrations (event_id, submission_id, submitted_at) select unnest(chosen), id, submitted_at from filled;

  insert into submission_steps (submission_id, step, state, attempts, message, cause, first_tried_at, updated_at)
  select id, step, case when is_failed then 'failed' else 'succeeded' end, 1,
    case when is_failed then 'The mail server refused the address' else '' end, case when is_failed then 'address' else '' end, submitted_at, submitted_at
  from filled, unnest('{${steps.join()}}'::text[]) as step cross join lateral (select number % 1000 = 0 and step = 'email') as outcome (is_failed)`;

/** Counts the added rows, and has PostgreSQL clean up now rather than during a measurement. */
async function finish({ db, pool }: Database): Promise<void> {
  await rebuildCounters(db);
  await pool.query('vacuum analyze');
}

/** Adds sign-ups spread over these series. */
export async function addSignUps(database: Database, series: readonly FilledSeries[], signUps: SignUps): Promise<void> {
  await database.pool.query(insertSignUps(series, signUps));
  await finish(database);
}

/** The indexes of the filled tables except those of keys, into which rows are inserted in order. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('submissions'::regclass, 'registrations'::regclass, 'submission_steps'::regclass)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** The counters are written in the order of the addresses, unlike sign-ups. */
const ADDRESSES = 'address_counts_pkey';

/** An index that grew row by row has pages that are two thirds full; those of a new one are nine tenths full. */
const AS_GROWN = '(fillfactor = 70)';

/** As a replica, PostgreSQL does not look up the series, event and sign-up of each row. */
const QUICKLY = `
  set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set max_parallel_maintenance_workers = 2;
  set session_replication_role = replica`;

async function buildAsGrown(pool: pg.Pool, name: string, definition: string): Promise<void> {
  if (!definition.includes('USING btree')) return void (await pool.query(definition));
  await pool.query(definition.replace(/ WHERE |$/, ` WITH ${AS_GROWN}$&`));
  await pool.query(`alter index ${name} reset (fillfactor)`);
}

/** Runs `work` without these indexes, which take up to twenty times as long to write row by row as to build. */
async function withoutIndexes(pool: pg.Pool, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  for (const { name, definition } of rows) await buildAsGrown(pool, name, definition);
}

/** Runs `work` on one connection that writes large tables quickly. */
const quickly = async <T>(url: string, work: (database: OpenedDatabase) => Promise<T>): Promise<T> =>
  onDatabase(url, async (database) => {
    await database.pool.query(QUICKLY);
    return work(database);
  });

/** Fills a migrated database with many sign-ups of this many new series, which it returns. */
export async function fill(
  url: string,
  { series = 1, plan, ...signUps }: SignUps & { series?: number; plan?: SeriesPlan },
): Promise<readonly [FilledSeries, ...FilledSeries[]]> {
  return quickly(url, async (database) => {
    const { pool } = database;
    const all: [FilledSeries, ...FilledSeries[]] = [await addSeries(database, plan)];
    while (all.length < series) all.push(await addSeries(database, plan));
    await withoutIndexes(pool, async () => pool.query(insertSignUps(all, signUps)));
    await finish(database);
    await pool.query(`alter index ${ADDRESSES} set ${AS_GROWN}; reindex index ${ADDRESSES}; alter index ${ADDRESSES} reset (fillfactor)`);
    await pool.query('checkpoint');
    return all;
  });
}

/**
 * A series of 100,000 sign-ups with fourteen events: each sign-up is for two of the second to thirteenth event, 10,000 are also for the first, and none is for
 * the last.
 */
export async function fillLargeSeries(url: string): Promise<FilledSeries> {
  const [series] = await fill(url, {
    signUps: 100_000,
    chosen: `array[2 + number % 12, 2 + (number + 5) % 12] || case when number % 10 = 0 then '{1}' else '{}' end::integer[]`,
    plan: { settings: { title: 'The large series' }, events: 14 },
  });
  return series;
}

interface Limits {
  readonly maximum: number;
  readonly waitingList?: WaitingListMode;
  /** SQL of the status of the registration `number`, from 1, in the order of time. */
  readonly status: string;
}

/** Makes the first event of a series one that closes when it is full, and gives its registrations their statuses. */
export async function limitFirst(
  database: Database,
  { seriesId, eventIds: [eventId = ''] }: FilledSeries,
  { maximum, waitingList = 'off', status }: Limits,
): Promise<void> {
  await database.pool.query(`
    update registrations as registration set status = (${status})::registration_status
    from (select submission_id, row_number() over (order by submitted_at) as number from registrations where event_id = '${eventId}') as numbered
    where event_id = '${eventId}' and registration.submission_id = numbered.submission_id and (${status}) <> 'confirmed';

    insert into waiting_entries (event_id, submission_id, list_order)
    select event_id, submission_id, row_number() over (order by submitted_at) from registrations
    where event_id = '${eventId}' and status in ('waiting', 'offered');

    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, at, awaiting_fan_out)
    select gen_random_uuid(), '${seriesId}', submission_id, event_id, 'cancelled', 'visitor', submitted_at, false from registrations
    where event_id = '${eventId}' and status = 'cancelled';

    update events set closes_when_full = true, maximum_participants = ${maximum}, waiting_list = '${waitingList}' where id = '${eventId}'`);
  await database.db.transaction().execute(async (tx) => fitPlaces(tx, [eventId]));
  await finish(database);
}

/** The same for an event with many people: of every ten one waits and one has cancelled, of every thousand one has an offer. */
export const limitLarge = async (url: string, series: FilledSeries): Promise<void> =>
  quickly(url, async (database) =>
    limitFirst(database, series, {
      maximum: 900_000,
      waitingList: 'manual',
      status: `case number % 10 when 3 then 'cancelled' when 6 then 'waiting' else case when number % 1000 = 0 then 'offered' else 'confirmed' end end`,
    }),
  );

/**
 * Adds 1,000 limited events spread over all series. By their counters some are full and have people waiting; they have no registrations, since the dashboard
 * reads only the counters.
 */
export async function addLimitedEvents({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    with added as (
      insert into events (id, form_id, title, starts_at, maximum_participants, closes_when_full, waiting_list)
      select gen_random_uuid(), series.id, 'Course ' || number, now() + make_interval(days => number), 30, true, 'offer'
      from generate_series(1, 1000) as number
      join (select id, row_number() over () as place, count(*) over () as every from forms where kind = 'series') as series on number % every = place - 1
      returning id, form_id, title
    )
    insert into event_places (event_id, form_id, capacity, has_list, taken, waiting)
    select id, form_id, 30, true, 11 + number, greatest(number - 19, 0)
    from added cross join lateral (select 1 + (substr(title, 8)::integer - 1) / 50) as counted (number)`);
  await pool.query('vacuum analyze');
}

/** Moves all sign-ups to a marketing form, in less time than filling another database; gives its id. */
export const moveToForm = async (url: string): Promise<string> =>
  quickly(url, async (database) => {
    const formId = await buildMarketingForm(database.db);
    await withoutIndexes(database.pool, async () => {
      await database.pool.query('update submissions set form_id = $1', [formId]);
      // The table has the size of one that was filled in this way.
      await database.pool.query('vacuum full submissions');
    });
    await finish(database);
    return formId;
  });

/** Adds this many events, one every hour, the last of them in 30 days. No mails are sent before and after them, since they are new. */
export async function addHourlyEvents({ pool }: Pick<Database, 'pool'>, { seriesId }: FilledSeries, count: number): Promise<void> {
  await pool.query(
    `insert into events (id, form_id, title, starts_at)
     select gen_random_uuid(), $1, 'Course ' || number, now() + interval '30 days 30 minutes' - make_interval(hours => number)
     from generate_series(1, $2::integer) as number`,
    [seriesId, count],
  );
  await pool.query('vacuum analyze');
}
