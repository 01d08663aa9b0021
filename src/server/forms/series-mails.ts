import type { SeriesMail, SeriesMailEdit, SeriesMails } from '#contract/forms/series-mails.ts';
import { mailKind } from '#contract/registrations/mail-kind.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/mails.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Database } from '#server/db/tables.ts';
import { aboutForm, bumpFormVersion, lockFormOrThrow, readSelfService } from '#server/form-store/form-rows.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { type Actor, write, type WriteDeps } from '#server/write.ts';
import { getForm } from './queries.ts';

/** The mails of a series besides the confirmation, in the order of their kinds. @throws AppError `not_found` */
export async function listSeriesMails(db: Db, seriesId: string): Promise<SeriesMails> {
  const { id, version } = await getForm(db, { kind: 'series', id: seriesId });
  const own = await db.selectFrom('form_mails').selectAll().where('form_id', '=', id).execute();
  const mails = mailKind.options.map((kind): SeriesMail => {
    const row = own.find((each) => each.kind === kind);
    const { subject, template } = row ?? words.DEFAULT_MAILS[kind];
    return { kind, subject, template, is_own: row !== undefined };
  });
  const { hasSelfService, hasWaitingList } = await readSelfService(db, id);
  return { id, mails, self_service: hasSelfService, has_waiting_list: hasWaitingList, version };
}

const sentText = (text: string | null | undefined, standard: string): string | undefined =>
  text === undefined ? undefined : (trimmedOrNull(text) ?? standard);

async function storeMail(tx: Tx, mail: Database['form_mails']): Promise<void> {
  const { [mail.kind]: standard } = words.DEFAULT_MAILS;
  await tx.deleteFrom('form_mails').where('form_id', '=', mail.form_id).where('kind', '=', mail.kind).execute();
  if (mail.subject !== standard.subject || mail.template !== standard.template) await tx.insertInto('form_mails').values(mail).execute();
}

/** Rewrites a mail; with the default text, or none, its own text is removed, but its versions stay. @throws AppError `not_found`, or `conflict` when the same field has changed since `ifMatch` */
export async function editSeriesMail(deps: WriteDeps, by: Actor, seriesId: string, edit: SeriesMailEdit, ifMatch: number | undefined) {
  const { kind } = edit;
  const { [kind]: standard } = words.DEFAULT_MAILS;
  await write(deps, by, async (w) => {
    await lockFormOrThrow(w, { kind: 'series', id: seriesId });
    const row = await getForm(w, { kind: 'series', id: seriesId });
    const ofKind = w.selectFrom('form_mails').selectAll().where('form_id', '=', seriesId).where('kind', '=', kind);
    const { subject, template } = (await ofKind.executeTakeFirst()) ?? standard;
    const sent = { subject: sentText(edit.subject, standard.subject), template: sentText(edit.template, standard.template) };
    const fields = sentFields({ subject, template }, sent).map((field) => ({ ...field, name: `${kind}.${field.name}` }));
    const accepted = checkEdit(w, { about: aboutForm(row), row, sent: fields, ifMatch });
    if (accepted === undefined) return;
    await storeMail(w, { form_id: seriesId, kind, subject: sent.subject ?? subject, template: sent.template ?? template });
    // The answer to a sign-up says what is in that mail.
    if (kind === 'waiting') await bumpFormVersion(w, seriesId);
    await w.updateTable('forms').set(accepted.versions).where('id', '=', seriesId).execute();
  });
  return listSeriesMails(deps.db, seriesId);
}
