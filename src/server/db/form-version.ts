import { sql, type Transaction } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import { FORM_TABLES } from './form-tables.ts';
import type { Database } from './tables.ts';

/** After a change of what the public form shows: cached copies are dropped, sign-ups checked again. Requires `lockForm`. */
export async function bumpFormVersion(tx: Transaction<Database>, { kind, id }: FormRef): Promise<void> {
  await sql`update ${sql.table(FORM_TABLES[kind])} set form_version = form_version + 1 where id = ${id}`.execute(tx);
}
