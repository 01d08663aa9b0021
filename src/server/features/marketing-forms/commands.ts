import type { FormEdit } from '#contract/marketing-form.ts';
import type { Db } from '#server/db/connection.ts';
import { bumpFormVersion } from '#server/db/form-version.ts';
import { newId } from '#server/db/new-id.ts';
import { lockFormOrThrow } from '#server/forms/lock-form-or-throw.ts';
import { settingsColumns } from '#server/forms/notification-settings.ts';
import { addOnce, type CallId } from '#server/writes/idempotency.ts';
import { decideEdit, sentFields } from '#server/writes/versioned-edit.ts';
import type { MarketingFormRow } from './queries.ts';

/** Columns that the public page shows; its button's text depends on the downloadable content. */
const SHOWN_COLUMNS = ['title', 'has_downloadable_content'] as const;

const WIRE_NAMES = { has_downloadable_content: 'donwloadable_content' } as const;

export async function addForm(db: Db, title: string, callId: CallId): Promise<MarketingFormRow> {
  return db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: () => tx.insertInto('marketing_forms').values({ id: newId(), title: title.trim() }).returningAll().executeTakeFirstOrThrow(),
      rowIdOf: (form) => form.id,
      find: (id) => tx.selectFrom('marketing_forms').selectAll().where('id', '=', id).executeTakeFirst(),
    }),
  );
}

/** @throws AppError `not_found`, or `conflict` when the same fields have changed since `ifMatch` */
export async function editForm(db: Db, formId: string, edit: FormEdit, ifMatch: number | undefined): Promise<MarketingFormRow> {
  return db.transaction().execute(async (tx) => {
    await lockFormOrThrow(tx, { kind: 'form', id: formId });
    const form = await tx.selectFrom('marketing_forms').selectAll().where('id', '=', formId).executeTakeFirstOrThrow();
    const columns = { ...settingsColumns(edit), has_downloadable_content: edit.donwloadable_content };
    const decided = decideEdit(form, sentFields(form, columns, WIRE_NAMES), ifMatch);
    if (decided === undefined) return form;
    if (SHOWN_COLUMNS.some((column) => decided.changed.has(column))) await bumpFormVersion(tx, { kind: 'form', id: formId });
    return tx
      .updateTable('marketing_forms')
      .set({ ...columns, ...decided.stamp })
      .where('id', '=', formId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
