import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/tables.ts';

/** The list with one element moved to an index; an index past the end means the end. */
export const movedTo = <T>(list: readonly T[], element: T, index: number): T[] => {
  const others = list.filter((other) => other !== element);
  return others.toSpliced(Math.min(index, others.length), 0, element);
};

/** Numbers the fields of a form 0, 1, 2 … in this order; writes only those whose number changes. Under `lockForm`. */
export async function renumber(tx: Transaction<Database>, fieldIds: readonly string[]): Promise<void> {
  await sql`
    update form_fields set position = given.index - 1
    from unnest(${fieldIds}::uuid[]) with ordinality as given (id, index)
    where form_fields.id = given.id and form_fields.position <> given.index - 1`.execute(tx);
}
