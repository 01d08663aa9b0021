import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { removePart } from '#server/db/deletions.ts';
import { FORM_TABLES } from '#server/db/form-tables.ts';
import { lockFormOrThrow } from './lock-form-or-throw.ts';

/** Foreign keys delete what belongs to it, except its submissions, which are deleted in parts. @throws AppError `not_found` */
export async function deleteForm(db: Db, form: FormRef): Promise<{ id: string }> {
  await db.transaction().execute(async (tx) => {
    await lockFormOrThrow(tx, form);
    await sql`delete from ${sql.table(FORM_TABLES[form.kind])} where id = ${form.id}`.execute(tx);
    await removePart(tx, form.id);
  });
  return { id: form.id };
}
