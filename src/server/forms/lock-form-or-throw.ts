import type { FormRef } from '#contract/form-ref.ts';
import type { Tx } from '#server/db/connection.ts';
import { lockForm } from '#server/db/form-lock.ts';
import { FORM_NAMES } from '#server/db/form-tables.ts';
import { notFound } from '#server/errors.ts';

/** `lockForm`. @throws AppError `not_found` when the form does not exist */
export async function lockFormOrThrow(tx: Tx, form: FormRef): Promise<void> {
  if (!(await lockForm(tx, form))) throw notFound(FORM_NAMES[form.kind]);
}
