import type { FormRef } from '#contract/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { keepInSetup } from '../form-setup.ts';
import { FORM_NAMES } from '../stored-form.ts';

/** Hides the setup list of a series or form for all staff, or brings it back. @throws AppError `not_found` */
export async function dismissSetup(db: Db, form: FormRef, isDismissed: boolean): Promise<{ dismissed_at: string | null }> {
  const at = isDismissed ? new Date() : null;
  if (!(await keepInSetup(db, form, { dismissed_at: at }))) throw notFound(FORM_NAMES[form.kind]);
  return { dismissed_at: at?.toISOString() ?? null };
}
