import { sql, type Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** The owner of a public form. */
export type FormOwner = { readonly seriesId: string } | { readonly formId: string };

/**
 * Says that what the public form shows has changed: its title, its fields, its visible events. Sign-ups under way that were
 * checked against the form as it was are checked again. Locks the owner's row until the transaction ends, so that from here on
 * no sign-up of this form commits before it does. An owner that is gone is no error.
 */
export async function touchForm(tx: Transaction<Database>, owner: FormOwner): Promise<void> {
  const [table, id] = 'seriesId' in owner ? ['event_series', owner.seriesId] : ['marketing_forms', owner.formId];
  await sql`update ${sql.table(table)} set form_version = form_version + 1 where id = ${id}`.execute(tx);
}

/**
 * Takes a form for this transaction alone, before its fields are read and changed: waits for sign-ups and other changes under
 * way, and holds back new ones.
 * @returns false when there is no such owner
 */
export async function lockForm(tx: Transaction<Database>, owner: FormOwner): Promise<boolean> {
  const [table, id] = 'seriesId' in owner ? ['event_series', owner.seriesId] : ['marketing_forms', owner.formId];
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
  return rows.length > 0;
}
