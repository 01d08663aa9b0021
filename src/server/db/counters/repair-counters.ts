import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/connection.ts';
import { lockForm } from '#server/db/form-lock.ts';
import { FORM_TABLES } from '#server/db/form-tables.ts';
import { fitPlaces, recountPlaces } from '#server/db/registrations/places.ts';
import { recountAddresses } from './counters.ts';

/** Addresses that are counted in one transaction, during which sign-ups of the series wait: a few hundredths of a second. */
const BATCH = 1_000;

/** What was wrong about one series or marketing form. */
export interface CounterCorrection {
  readonly kind: 'series' | 'form';
  readonly id: string;
  readonly title: string;
  /** The stored total of people or submissions, and what it is now; equal when only parts of it were wrong. */
  readonly was: number;
  readonly is: number;
  readonly wrongAddresses: number;
  /** Events whose places were counted wrong. */
  readonly wrongEvents: readonly string[];
}

interface Form {
  readonly id: string;
  readonly title: string;
}

async function storedPeople(tx: Tx, seriesId: string): Promise<number> {
  const row = await tx.selectFrom('series_counts').select('addresses').where('series_id', '=', seriesId).executeTakeFirst();
  return row?.addresses ?? 0;
}

async function eventsOf(tx: Tx, seriesId: string): Promise<string[]> {
  const rows = await tx.selectFrom('events').select('id').where('series_id', '=', seriesId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Makes the total agree with the counters of the addresses, which later corrections of these then change; recounts the places. */
async function repairTotals(tx: Tx, { id }: Form): Promise<{ was: number; is: number; wrongEvents: string[] } | undefined> {
  if (!(await lockForm(tx, { kind: 'series', id }))) return undefined;
  await fitPlaces(tx, await eventsOf(tx, id));
  const wrongEvents = await recountPlaces(tx, id);
  const was = await storedPeople(tx, id);
  await sql`
    insert into series_counts as stored (series_id, addresses) select ${id}, count(*) from series_addresses where series_id = ${id}
    on conflict (series_id) do update set addresses = excluded.addresses where stored.addresses <> excluded.addresses`.execute(tx);
  return { was, is: await storedPeople(tx, id), wrongEvents };
}

/** The next addresses, of stored counters and of submissions. */
async function nextAddresses(tx: Tx, seriesId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ email_key: string }>`
    (select email_key from series_addresses where series_id = ${seriesId} and email_key > ${after} order by email_key limit ${BATCH})
    union
    (select distinct email_key from submissions where series_id = ${seriesId} and email_key > ${after} order by email_key limit ${BATCH})
    order by email_key limit ${BATCH}`.execute(tx);
  return rows.map((row) => row.email_key);
}

async function repairSeries(db: Db, series: Form): Promise<CounterCorrection | undefined> {
  const { id, title } = series;
  const totals = await db.transaction().execute((tx) => repairTotals(tx, series));
  if (totals === undefined) return undefined;
  let wrongAddresses = 0;
  let difference = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await db.transaction().execute(async (tx) => {
      if (!(await lockForm(tx, { kind: 'series', id }))) return undefined;
      const addresses = await nextAddresses(tx, id, from);
      const before = await storedPeople(tx, id);
      wrongAddresses += await recountAddresses(tx, id, addresses);
      difference += (await storedPeople(tx, id)) - before;
      return addresses.at(-1);
    });
  }
  return { kind: 'series', id, title, ...totals, is: totals.is + difference, wrongAddresses };
}

async function repairForm(tx: Tx, { id, title }: Form): Promise<CounterCorrection | undefined> {
  if (!(await lockForm(tx, { kind: 'form', id }))) return undefined;
  const { rows } = await sql<{ was: number; is: number }>`
    select coalesce((select submissions from form_counts where form_id = ${id}), 0) as was,
      (select count(*) from submissions where form_id = ${id}) as is`.execute(tx);
  const { was, is } = rows[0] ?? { was: 0, is: 0 };
  if (was !== is) {
    await sql`
      insert into form_counts (form_id, submissions) values (${id}, ${is})
      on conflict (form_id) do update set submissions = excluded.submissions`.execute(tx);
  }
  return { kind: 'form', id, title, was, is, wrongAddresses: 0, wrongEvents: [] };
}

const listForms = async (db: Db, kind: 'series' | 'form'): Promise<Form[]> =>
  db.selectFrom(FORM_TABLES[kind]).select(['id', 'title']).orderBy('id').execute();

/**
 * Counts what the stored counters say, in batches, while people sign up.
 * @returns for each series and form what was corrected, also when it was right
 */
export async function* repairCounters(db: Db): AsyncGenerator<CounterCorrection> {
  for (const series of await listForms(db, 'series')) {
    const found = await repairSeries(db, series);
    if (found !== undefined) yield found;
  }
  for (const form of await listForms(db, 'form')) {
    const found = await db.transaction().execute((tx) => repairForm(tx, form));
    if (found !== undefined) yield found;
  }
}
