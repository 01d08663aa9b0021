import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { recordChanges, type RegistrationChange } from './changes.ts';

const { db } = await openTestDatabase();

const record = (...changes: RegistrationChange[]): Promise<string[]> => db.transaction().execute((tx) => recordChanges(tx, changes));

async function buildRegistration(): Promise<{ seriesId: string; submissionId: string; eventId: string }> {
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId);
  return { seriesId, eventId, submissionId: await buildSignUp(db, { form_id: seriesId }, { events: [eventId] }) };
}

describe('the history of registrations', () => {
  test('WTL-34: a change has who did it, when and what it changed, and is marked for the workers', async () => {
    const registration = await buildRegistration();
    const changes = [{ label: 'Event', before: 'Day 1', now: 'Day 2' }];
    const ids = await record(
      { ...registration, kind: 'events_changed', actor: 'visitor', details: { changes } },
      { ...registration, kind: 'cancelled', actor: 'staff', actorName: 'Grace Hopper', details: { tell: true, note: 'Sorry.' } },
    );
    const rows = await db.selectFrom('registration_changes').selectAll().execute();
    expect(ids.map((id) => rows.find((row) => row.id === id))).toMatchObject([
      { kind: 'events_changed', actor: 'visitor', actor_name: null, details: { changes }, awaiting_fan_out: true },
      { kind: 'cancelled', actor: 'staff', actor_name: 'Grace Hopper', details: { tell: true, note: 'Sorry.' }, at: expect.any(Date) },
    ]);
  });

  test('WTL-34: thousands of changes are recorded at once', async () => {
    const registration = await buildRegistration();
    const change = { ...registration, kind: 'told', actor: 'staff' } as const;
    expect(await record(...Array.from({ length: 10_000 }, () => change))).toHaveLength(10_000);
    expect(await db.selectFrom('registration_changes').select('id').execute()).toHaveLength(10_000);
  });

  test('WTL-34, SLF-4: the history and the links of a submission are deleted with it', async () => {
    const registration = await buildRegistration();
    await record(
      { ...registration, kind: 'offered', actor: 'automatic' },
      { ...registration, submissionId: null, kind: 'told', actor: 'staff' },
    );
    await db
      .insertInto('registration_tokens')
      .values({ token_hash: Buffer.from(newId()), submission_id: registration.submissionId })
      .execute();
    await db.deleteFrom('submissions').where('id', '=', registration.submissionId).execute();
    expect(await db.selectFrom('registration_tokens').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('registration_changes').select('kind').execute()).toEqual([{ kind: 'told' }]);
  });
});
