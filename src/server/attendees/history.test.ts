import { describe, expect, test } from 'vitest';
import { fanOut } from '#server/steps/fan-out.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

type Built = Awaited<ReturnType<typeof buildRegistration>>;

const read = async ({ seriesId, eventId, submissionId }: Built) =>
  server.get(`/event_series/${seriesId}/event/${eventId}/submission/${submissionId}/history`);

describe('the history of an attendee', () => {
  test('WTL-33: newest first, each change with its time, its actor, its kind and its steps', async () => {
    const registration = await buildRegistration(db, { status: 'offered' });
    const changes = [{ label: 'Job title', before: 'Analyst', now: 'Countess' }];
    await recordChange(db, { ...registration, kind: 'corrected', actor: 'staff', actorName: 'Maya Osei', details: { changes } });
    const offered = await recordChange(db, { ...registration, kind: 'offered', actor: 'automatic' });
    await fanOut(server.pool, 'changes');
    await db.updateTable('submission_steps').set({ state: 'failed', attempts: 2, message: '451 try again later' }).execute();
    const failed = { step: 'email', about: 'offer', state: 'failed', message: '451 try again later', attempts: 2, dismissed_by: null };
    expect((await read(registration)).body.data.changes).toMatchObject([
      { id: offered, kind: 'offered', actor: 'automatic', actor_name: null, event_title: 'Fire safety', steps: [failed] },
      { kind: 'corrected', actor: 'staff', actor_name: 'Maya Osei', details: { changes }, steps: [] },
    ]);
  });

  test('WTL-33: it ends with the 200th change, and a sign-up without any has none', async () => {
    const registration = await buildRegistration(db);
    expect((await read(registration)).body.data).toEqual({ changes: [] });
    for (let count = 0; count < 201; count += 1) await recordChange(db, { ...registration, kind: 'corrected', actor: 'visitor' });
    expect((await read(registration)).body.data.changes).toHaveLength(200);
  });

  test('WTL-33: it can only be read within the event of the sign-up, and only by staff', async () => {
    const registration = await buildRegistration(db);
    const { eventId } = await buildRegistration(db);
    expect((await read({ ...registration, eventId })).status).toBe(404);
    const path = `/event_series/${registration.seriesId}/event/${registration.eventId}/submission/${registration.submissionId}/history`;
    expect((await server.get(path, { as: 'visitor' })).status).toBe(401);
  });
});
