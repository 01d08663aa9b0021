import type { Transaction } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import { lockForm } from '#server/db/form-lock.ts';
import { FORM_NAMES } from '#server/db/form-tables.ts';
import type { Database } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';

/** `lockForm`. @throws AppError `not_found` when the form does not exist */
export async function lockFormOrThrow(tx: Transaction<Database>, form: FormRef): Promise<void> {
  if (!(await lockForm(tx, form))) throw notFound(FORM_NAMES[form.kind]);
}
