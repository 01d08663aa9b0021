import type { FormRef } from '#contract/form-ref.ts';
import type { Tx } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { FORM_NAMES, lockForm } from './stored-form.ts';

/** `lockForm`. @throws AppError `not_found` when the form does not exist */
export async function lockFormOrThrow(tx: Tx, form: FormRef): Promise<void> {
  if (!(await lockForm(tx, form))) throw notFound(FORM_NAMES[form.kind]);
}
