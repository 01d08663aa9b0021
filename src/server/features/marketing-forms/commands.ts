import type { FormEdit } from '#contract/marketing-form.ts';
import type { Db } from '#server/db/connection.ts';
import { touchForm } from '#server/db/form-version.ts';
import { newId } from '#server/db/new-id.ts';
import { notFound } from '#server/errors.ts';
import { addOnce, type OnceKey } from '#server/idempotency.ts';
import { settingsColumns } from '#server/notification-settings.ts';
import { decideEdit, sentFields } from '#server/versioned-edit.ts';
import type { MarketingFormRow } from './queries.ts';

/** What the public page shows besides the fields: the wording of its button hangs on the content. */
const SHOWN_COLUMNS = ['title', 'has_downloadable_content'] as const;

const WIRE_NAMES = { has_downloadable_content: 'donwloadable_content' } as const;

/** Adds a marketing form with nothing but a title; the rest is edited later. */
export async function addForm(db: Db, title: string, once: OnceKey): Promise<MarketingFormRow> {
  return db.transaction().execute((tx) =>
    addOnce(tx, once, {
      add: () => tx.insertInto('marketing_forms').values({ id: newId(), title: title.trim() }).returningAll().executeTakeFirstOrThrow(),
      rowIdOf: (form) => form.id,
      find: (id) => tx.selectFrom('marketing_forms').selectAll().where('id', '=', id).executeTakeFirst(),
    }),
  );
}

/**
 * Changes settings of a marketing form (decision 16).
 * @throws AppError `not_found`, or `conflict` when somebody else changed the same since `ifMatch`
 */
export async function editForm(db: Db, formId: string, edit: FormEdit, ifMatch: number | undefined): Promise<MarketingFormRow> {
  return db.transaction().execute(async (tx) => {
    const form = await tx.selectFrom('marketing_forms').selectAll().where('id', '=', formId).forNoKeyUpdate().executeTakeFirst();
    if (form === undefined) throw notFound('Form');
    const columns = { ...settingsColumns(edit), has_downloadable_content: edit.donwloadable_content };
    const decided = decideEdit(form, sentFields(form, columns, WIRE_NAMES), ifMatch);
    if (decided === undefined) return form;
    if (SHOWN_COLUMNS.some((column) => decided.changed.has(column))) await touchForm(tx, { formId });
    return tx
      .updateTable('marketing_forms')
      .set({ ...columns, ...decided.stamp })
      .where('id', '=', formId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Deletes a marketing form with its fields, sign-ups and count, all by foreign keys.
 * @throws AppError `not_found`
 */
export async function deleteForm(db: Db, formId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('marketing_forms').where('id', '=', formId).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Form');
}
