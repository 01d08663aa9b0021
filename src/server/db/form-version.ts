import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Tx } from './connection.ts';
import { FORM_TABLES } from './form-tables.ts';

/** After a change of what the public form shows: cached copies are dropped, sign-ups checked again. Requires `lockForm`. */
export async function bumpFormVersion(tx: Tx, { kind, id }: FormRef): Promise<void> {
  await sql`update ${sql.table(FORM_TABLES[kind])} set form_version = form_version + 1 where id = ${id}`.execute(tx);
}
