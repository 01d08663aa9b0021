import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '#server/services/service-error.ts';
import { LOST_CLAIMS_MAX } from '#server/steps/run-steps.ts';
import { firstAttempt, mailDeps } from '#server/testing/mails/mail-attempts.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest, stepsOf, until } from '#server/testing/worker.ts';
import { listChanges } from '../change-details.ts';
import { mailChange } from '../handlers/change-email.ts';
import { listSignUpDetails } from '../sign-up-details.ts';

const { db, world } = await createServerWithWorker();

describe('WTL-11: the end of an offer whose mail was not sent', () => {
  const readEnd = async () => (await db.selectFrom('waiting_entries').select('offer_ends_at').executeTakeFirstOrThrow()).offer_ends_at;

  /** One attempt at the mail of an offer with a mail service that fails in this way; gives the end of the offer afterwards. */
  async function attempt(fail: (lost: AbortController) => Error): Promise<Date | null> {
    const registration = await buildRegistration(db, { status: 'offered', event: { starts_at: new Date(Date.now() + 4e9) } });
    const id = await recordChange(db, { ...registration, kind: 'offered', actor: 'staff', details: { tell: false } });
    await atRest(db);
    const change = (await listChanges(db, [id])).get(id)!;
    const signUp = (await listSignUpDetails(db, [registration.submissionId])).get(registration.submissionId)!;
    const lost = new AbortController();
    const mail = { send: () => Promise.reject(fail(lost)), check: async () => '', stop: () => undefined, close: () => undefined };
    const deps = mailDeps(db, mail);
    const context = firstAttempt(lost);
    await expect(mailChange(deps, { change, signUp }, context)).rejects.toThrow('It failed');
    return readEnd();
  }

  test('is cleared whatever went wrong', async () => {
    expect(await attempt(() => new Error('It failed'))).toBeNull();
  });

  test('is left alone by a worker that has lost the step, since another may have sent the mail', async () => {
    const lose = (lost: AbortController) => {
      lost.abort();
      return new ServiceError('It failed', { isTemporary: true });
    };
    expect(await attempt(lose)).toBeInstanceOf(Date);
  });

  test('is cleared when the step is given up, but not that of a later offer', async () => {
    const ends = new Date(Date.now() + 3_600_000);
    const later = new Date(Date.now() + 7_200_000);
    for (const until of [ends, later]) {
      const registration = await buildRegistration(db, { status: 'offered' });
      await db.updateTable('waiting_entries').set({ offer_ends_at: ends }).where('submission_id', '=', registration.submissionId).execute();
      const details = { tell: false, until: until.toISOString() };
      const change_id = await recordChange(db, { ...registration, kind: 'offered', actor: 'staff', details });
      await atRest(db);
      await db
        .insertInto('submission_steps')
        .values({
          submission_id: registration.submissionId,
          step: 'email',
          change_id,
          state: 'running',
          lost_claims: LOST_CLAIMS_MAX - 1,
          next_try_at: new Date(0),
        })
        .execute();
    }
    await sql`select pg_notify('sign_up', '')`.execute(db);
    await until('both steps to be given up', async () => (await stepsOf(db)).every(({ state }) => state === 'failed'));
    const entries = await db.selectFrom('waiting_entries').select('offer_ends_at').execute();
    expect(entries.map((entry) => entry.offer_ends_at)).toEqual(expect.arrayContaining([null, ends]));
    expect(world.smtp.mails).toEqual([]);
  });
});
