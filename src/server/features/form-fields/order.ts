import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';

/** Numbers the fields of a form 0, 1, 2 … in this order; writes only those whose number changes. Under `lockForm`. */
export async function renumber(tx: Tx, fieldIds: readonly string[]): Promise<void> {
  await sql`
    update form_fields set position = given.index - 1
    from unnest(${fieldIds}::uuid[]) with ordinality as given (id, index)
    where form_fields.id = given.id and form_fields.position <> given.index - 1`.execute(tx);
}
