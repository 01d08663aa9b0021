import type { Db } from '#server/db/connection.ts';
import { rebuildCounters } from '#server/db/counters.ts';
import { chanceOf } from './chance.ts';
import { DEMO_FEEDBACK, DEMO_FORMS, DEMO_SERIES } from './plan.ts';
import { addFeedback, addForm, addSeries, type DemoRows, noRows } from './rows.ts';

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
  'view_counts',
  'feedback_lists',
  'feedback_entries',
] as const satisfies readonly (keyof DemoRows)[];

function demoRows(now: Date): DemoRows {
  const making = { rows: noRows(), chance: chanceOf(SEED), now };
  for (const series of DEMO_SERIES) addSeries(making, series);
  for (const form of DEMO_FORMS) addForm(making, form);
  addFeedback(making, DEMO_FEEDBACK);
  return making.rows;
}

async function isSeeded(db: Db): Promise<boolean> {
  const titles = DEMO_SERIES.map(({ title }) => title);
  return (await db.selectFrom('event_series').select('id').where('title', 'in', titles).executeTakeFirst()) !== undefined;
}

/** Adds the demo unless it exists; gives a message about what it did. */
export async function seedDatabase(db: Db): Promise<string> {
  if (await isSeeded(db)) return 'The demo is there already: nothing was added.';
  const rows = demoRows(new Date());
  await db.transaction().execute(async (tx) => {
    for (const table of TABLES) {
      for (let start = 0; start < rows[table].length; start += ROWS_PER_STATEMENT) {
        await tx
          .insertInto(table)
          .values(rows[table].slice(start, start + ROWS_PER_STATEMENT))
          .execute();
      }
    }
  });
  await rebuildCounters(db);
  return `The demo was added: ${TABLES.map((table) => `${rows[table].length} ${table.replace('_', ' ')}`).join(', ')}.`;
}
