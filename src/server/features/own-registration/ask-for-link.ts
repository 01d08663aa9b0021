import { emailKey } from '#contract/rules/email.ts';
import type { Db } from '#server/db/connection.ts';
import { recordChanges } from '#server/db/registrations/registration-changes.ts';
import { notFound } from '#server/errors.ts';

/**
 * Has the links of an address mailed to it. It is looked up by a worker only, so that neither the answer nor its time tells whether the
 * address is signed up.
 * @throws AppError `not_found` without such a series
 */
export async function askForLink(db: Db, seriesId: string, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const series = await tx.selectFrom('event_series').select('id').where('id', '=', seriesId).executeTakeFirst();
    if (series === undefined) throw notFound('Event series');
    const details = { address: emailKey(email) };
    await recordChanges(tx, [{ seriesId, submissionId: null, eventId: null, kind: 'link', actor: 'visitor', details }]);
  });
}
