import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { inWrite } from '#server/testing/writes.ts';
import { recordChanges, type RegistrationChange } from './changes.ts';

const { db } = await openTestDatabase();

const record = (...changes: RegistrationChange[]): Promise<string[]> => inWrite(db, (w) => recordChanges(w, changes));

async function buildRegistration(): Promise<{ seriesId: string; submissionId: string; eventId: string }> {
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId);
  return { seriesId, eventId, submissionId: await buildSignUp(db, { form_id: seriesId }, { events: [eventId] }) };
}

describe('the history of registrations', () => {
  test('WTL-34, SLF-4: the history and the links of a submission are deleted with it', async () => {
    const registration = await buildRegistration();
    await record(
      { ...registration, kind: 'offered', actor: 'automatic' },
      { ...registration, submissionId: null, kind: 'announced', actor: 'staff' },
    );
    await db
      .insertInto('registration_tokens')
      .values({ token_hash: Buffer.from(newId()), submission_id: registration.submissionId })
      .execute();
    await db.deleteFrom('submissions').where('id', '=', registration.submissionId).execute();
    expect(await db.selectFrom('registration_tokens').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('registration_changes').select('kind').execute()).toEqual([{ kind: 'announced' }]);
  });
});
