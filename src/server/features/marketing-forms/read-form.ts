import type { MarketingForm, PublicForm } from '#contract/marketing-form.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { listFields } from '#server/features/form-fields/queries.ts';
import { listBlockedSubmissions, listStoredForms } from '#server/features/sign-up/queries.ts';
import { presentForm, presentPublicForm } from './present.ts';
import { countSignUps, getForm } from './queries.ts';

/**
 * One form for staff.
 * @throws AppError `not_found`
 */
export async function readForm(db: Db, formId: string): Promise<MarketingForm> {
  const [row, formFields, blockedSubmissions, signUps] = await Promise.all([
    getForm(db, formId),
    listFields(db, { kind: 'form', id: formId }),
    listBlockedSubmissions(db, { kind: 'form', id: formId }),
    countSignUps(db, formId),
  ]);
  return presentForm({ row, formFields, blockedSubmissions, signUps });
}

/**
 * One form for visitors: what its public page needs.
 * @throws AppError `not_found`
 */
export async function readPublicForm(db: Db, formId: string): Promise<PublicForm> {
  const [form] = await listStoredForms(db, 'form', [formId]);
  if (form === undefined) throw notFound('Form');
  return presentPublicForm(form);
}
