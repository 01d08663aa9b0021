import { emailKey } from '#contract/rules/email.ts';
import type { Tx } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { lockForm } from '#server/forms/form-rows.ts';
import { recountAddresses } from '#server/registrations/counters.ts';
import { recordCorrection } from '#server/registrations/edits.ts';
import { revokeTokens } from '#server/registrations/links.ts';
import { clearUnreachable } from '#server/registrations/status.ts';
import { type PlacesDeps, promoteWaiting } from '#server/registrations/waiting-list.ts';
import { retryWithin } from '#server/steps/staff/commands.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import type { Actor } from '#server/write.ts';

/** Locks the form, then the submission. */
async function lockSubmission(tx: Tx, id: string): Promise<SubmissionRow> {
  const form = await tx
    .selectFrom('submissions')
    .innerJoin('forms', 'forms.id', 'submissions.form_id')
    .select(['forms.id', 'forms.kind'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  const row =
    form !== undefined && (await lockForm(tx, form))
      ? await tx.selectFrom('submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      : undefined;
  if (row === undefined) throw notFound('Submission');
  return row;
}

/** Corrects an address and retries its confirmation, if that failed. @throws AppError `not_found`, or `conflict` when it has changed since `ifMatch` */
export async function correctAddress(
  { db, canMail }: PlacesDeps,
  submissionId: string,
  address: string,
  { ifMatch, by }: { readonly ifMatch: number | undefined; readonly by: Actor },
): Promise<{ readonly email: string; readonly version: number; readonly retried: number }> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSubmission(tx, submissionId);
    const email = address.trim();
    const sent = sentFields(row, { email });
    const edit = checkEdit(row, sent, ifMatch);
    if (edit !== undefined) {
      const columns = { email, email_key: emailKey(email), ...edit.versions };
      await tx.updateTable('submissions').set(columns).where('id', '=', row.id).execute();
      const { form_id: seriesId } = row;
      await recountAddresses(tx, seriesId, [row.email_key, columns.email_key]);
      await promoteWaiting(tx, { seriesId, eventIds: await clearUnreachable(tx, row.id), canMail });
      await recordCorrection(tx, row, { ...edit, sent, fields: [], by });
      await revokeTokens(tx, row.id);
    }
    const { steps } = await retryWithin(tx, { submissionId, step: 'email', dismissed: 'too' }, { release: true });
    return { email, version: edit?.versions.version ?? row.version, retried: steps };
  });
}
