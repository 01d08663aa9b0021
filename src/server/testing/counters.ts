import { expect } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';

/** All stored counters; for forms only those above 0. */
async function readCounters(db: Db) {
  const addresses = await db.selectFrom('address_counts').selectAll().orderBy('form_id').orderBy('email_key').execute();
  const forms = await db.selectFrom('form_counts').selectAll().where('signups', '>', 0).orderBy('form_id').execute();
  const places = await db.selectFrom('event_places').selectAll().orderBy('event_id').execute();
  return { addresses, forms, places };
}

/** The stored counters must equal a recount. */
export async function expectCounted(db: Db): Promise<void> {
  const stored = await readCounters(db);
  await rebuildCounters(db);
  expect(stored).toEqual(await readCounters(db));
}
