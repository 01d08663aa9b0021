import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { rebuildCounters } from '#server/db/counters/counters.ts';
import { fitPlaces } from '#server/db/registrations/places.ts';
import { chanceOf } from './chance.ts';
import { DEMO_FEEDBACK, DEMO_FORMS, DEMO_SERIES } from './plan.ts';
import { addFeedback, addForm, addSeries, type DemoRows, noRows } from './rows.ts';
import { WORKSHOPS } from './workshop-plan.ts';
import { addWorkshops } from './workshops.ts';

const SEED = 20_261;
/** A statement may have 65,535 parameters; the widest row has fewer than 20. */
const ROWS_PER_STATEMENT = 1_000;

const TABLES = [
  'event_series',
  'marketing_forms',
  'events',
  'form_fields',
  'submissions',
  'submission_events',
  'submission_steps',
  'waiting_entries',
  'registration_changes',
  'view_counts',
  'form_view_counts',
  'form_setups',
  'feedback_lists',
  'feedback_entries',
] as const satisfies readonly (keyof DemoRows)[];

function demoRows(now: Date): DemoRows {
  const making = { rows: noRows(), chance: chanceOf(SEED), now };
  for (const series of DEMO_SERIES) addSeries(making, series);
  for (const form of DEMO_FORMS) addForm(making, form);
  addFeedback(making, DEMO_FEEDBACK);
  addWorkshops(making, WORKSHOPS);
  return making.rows;
}

async function isAddedAlready(db: Db): Promise<boolean> {
  const titles = [...DEMO_SERIES, WORKSHOPS].map(({ title }) => title);
  return (await db.selectFrom('event_series').select('id').where('title', 'in', titles).executeTakeFirst()) !== undefined;
}

/** Adds the sample data once. @returns the number of rows added to each table; undefined when the data is there already */
export async function addSampleData(db: Db): Promise<ReadonlyMap<string, number> | undefined> {
  const rows = demoRows(new Date());
  const isAdded = await db.transaction().execute(async (tx) => {
    // Two people may ask for it at once.
    await sql`select pg_advisory_xact_lock(hashtext('sample data'))`.execute(tx);
    if (await isAddedAlready(tx)) return false;
    for (const table of TABLES) {
      for (let start = 0; start < rows[table].length; start += ROWS_PER_STATEMENT) {
        await tx
          .insertInto(table)
          .values(rows[table].slice(start, start + ROWS_PER_STATEMENT))
          .execute();
      }
    }
    await fitPlaces(
      tx,
      rows.events.map(({ id }) => id),
    );
    return true;
  });
  if (!isAdded) return undefined;
  await rebuildCounters(db);
  return new Map(TABLES.map((table) => [table, rows[table].length]));
}
