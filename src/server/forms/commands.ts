import type { SeriesEdit } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormEdit } from '#contract/forms/marketing-form.ts';
import { automaticMail, MAIL_TIMES, minutesName } from '#contract/registrations/mail-kind.ts';
import { newId } from '#server/db/new-id.ts';
import type { FormRow } from '#server/db/tables.ts';
import { invalid } from '#server/errors.ts';
import { type DeletionAnnouncement, announceDeletion } from '#server/events/announcements.ts';
import { aboutForm, bumpFormVersion, lockFormOrThrow } from '#server/form-store/form-rows.ts';
import { SHOWN_COLUMNS } from '#server/form-store/public-form.ts';
import { type CallId, writeOnce } from '#server/idempotency.ts';
import { keepPictures } from '#server/pictures/commands.ts';
import { removePart } from '#server/registrations/deletions.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { fromWire, WIRE_NAMES } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';

type AnyFormEdit = FormEdit & SeriesEdit;

export const addForm = async (deps: WriteDeps, by: Actor, kind: FormRef['kind'], title: string, callId: CallId): Promise<FormRow> =>
  writeOnce(deps, by, callId, {
    add: async (w) => {
      const form = { id: newId(), kind, title: title.trim() };
      w.did({ about: aboutForm(form) });
      const isSeries = kind === 'series';
      const values = {
        ...form,
        self_service: isSeries,
        calendar_entries: isSeries,
        reminder_minutes: isSeries ? MAIL_TIMES.reminder[0] : 0,
      };
      return w.insertInto('forms').values(values).returningAll().executeTakeFirstOrThrow();
    },
    find: (w, id) => w.selectFrom('forms').selectAll().where('id', '=', id).executeTakeFirst(),
  });

/** Prevents the list from being deleted until the transaction ends. @throws AppError `invalid` if there is no such list */
async function checkFeedbackList(w: Write, { feedback_list_id: listId }: AnyFormEdit): Promise<void> {
  if (!listId) return;
  const list = await w.selectFrom('feedback_lists').select('id').where('id', '=', listId).forKeyShare().executeTakeFirst();
  if (list === undefined) throw invalid([{ path: 'feedback_list_id', message: 'This feedback list does not exist' }]);
}

/** @throws AppError `not_found`, `invalid` at a picture that no longer exists, or `conflict` when the same fields have changed since `ifMatch` */
export const editForm = async (deps: WriteDeps, by: Actor, form: FormRef, edit: AnyFormEdit, ifMatch: number | undefined) =>
  write(deps, by, async (w) => {
    await lockFormOrThrow(w, form);
    await keepPictures(w, edit);
    await checkFeedbackList(w, edit);
    const row = await w.selectFrom('forms').selectAll().where('id', '=', form.id).executeTakeFirstOrThrow();
    const columns = fromWire(edit, WIRE_NAMES.forms);
    const accepted = checkEdit(w, { about: aboutForm(row), row, sent: sentFields(row, columns, WIRE_NAMES.forms), ifMatch });
    if (accepted === undefined) return row;
    if (SHOWN_COLUMNS.some((column) => accepted.changed.has(column))) await bumpFormVersion(w, form.id);
    // Automatic mails whose moment is over when their minutes change are not sent.
    const mailTimes = automaticMail.options.some((kind) => accepted.changed.has(minutesName(kind))) ? { mails_timed_at: new Date() } : {};
    const values = { ...columns, ...mailTimes, speakers: edit.speakers && JSON.stringify(edit.speakers), ...accepted.versions };
    return w.updateTable('forms').set(values).where('id', '=', form.id).returningAll().executeTakeFirstOrThrow();
  });

/** Deletes a form, and its submissions in parts. @param announcement notifies people registered for events that have not begun @throws AppError `not_found` */
export const deleteForm = async (deps: WriteDeps, by: Actor, form: FormRef, announcement?: DeletionAnnouncement) =>
  write(deps, by, async (w) => {
    await lockFormOrThrow(w, form);
    const answer = announcement === undefined ? {} : { told: await announceDeletion(w, { seriesId: form.id }, announcement) };
    const { title } = await w.deleteFrom('forms').where('id', '=', form.id).returning('title').executeTakeFirstOrThrow();
    w.did({ about: aboutForm({ ...form, title }) });
    await removePart(w, form.id);
    return { id: form.id, ...answer };
  });
