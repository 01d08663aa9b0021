import { sql, type Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** The owner of a public form. */
export type FormOwner = { readonly seriesId: string } | { readonly formId: string };

/**
 * For changes of what the public form shows: title, fields, visible events. Servers drop their cached copy, and sign-ups under way are
 * checked again. Requires `lockForm`; a deleted form is no error.
 */
export async function bumpFormVersion(tx: Transaction<Database>, owner: FormOwner): Promise<void> {
  const [table, id] = 'seriesId' in owner ? ['event_series', owner.seriesId] : ['marketing_forms', owner.formId];
  await sql`update ${sql.table(table)} set form_version = form_version + 1 where id = ${id}`.execute(tx);
}
