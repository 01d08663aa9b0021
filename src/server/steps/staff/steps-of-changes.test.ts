import { describe, expect, test } from 'vitest';
import { buildRegistration, recordChange, setRegistration } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, pathOfStep, runWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { fanOut } from '../fan-out.ts';

const server = await createTestServer();
const { db } = server;
const world = await startWorld();

describe('steps of changes, for staff', () => {
  test('WTL-36: they are counted, named by their subject, and retried', async () => {
    const { smtp } = world;
    await runWorker({ ...server, url: server.databaseUrl }, world.settings);
    smtp.behaviours.set({ kind: 'refuse', error: 'No such user' });
    const registration = await buildRegistration(db, { status: 'cancelled' });
    const changeId = await recordChange(db, { ...registration, kind: 'expired', actor: 'automatic' });
    await until('the failed mail', async () => (await stepsOf(db)).some(({ state }) => state === 'failed'));
    const [attention] = (await server.get('/steps/failed')).body.data.steps;
    expect(attention).toMatchObject({ step: 'email', about: 'offer_ended', submission_id: registration.submissionId });
    smtp.behaviours.set({ kind: 'work' });
    expect((await server.post(`${await pathOfStep(db, changeId, 'email')}/retry`)).body.data).toEqual({ retried: 1 });
    await atRest(db);
    expect(smtp.mails[0]?.parsed.messageId).toMatch(new RegExp(`^<${changeId}\\.email@`));
  });

  test('WTL-36: a submission lists them like its own', async () => {
    const registration = await buildRegistration(db);
    const changeId = await recordChange(db, { ...registration, kind: 'promoted', actor: 'automatic' });
    await fanOut(server.pool, 'changes');
    await db.updateTable('submission_steps').set({ state: 'failed', message: 'No', attempts: 1 }).execute();
    const path = `/event_series/${registration.seriesId}/event/${registration.eventId}`;
    const [{ errors, _status: status }] = (await server.get(path)).body.data.submissions;
    expect(errors).toEqual([{ success: false, step: 'email: place', change_id: changeId, message: 'No' }]);
    expect(status).toMatchObject({
      state: 'failed',
      steps_total: 1,
      steps_failed: 1,
      failed_steps: [{ step: 'email: place', change_id: changeId }],
    });
    expect((await server.post('/steps/retry')).body.data).toEqual({ retried: 1 });
  });

  test('WTL-36: a step of a change is dismissed and restored independently of that of its sign-up', async () => {
    const registration = await buildRegistration(db);
    const changeId = await recordChange(db, { ...registration, kind: 'promoted', actor: 'automatic' });
    await fanOut(server.pool, 'changes');
    await db.insertInto('submission_steps').values({ submission_id: registration.submissionId, step: 'email', state: 'failed' }).execute();
    await db.updateTable('submission_steps').set({ state: 'failed', attempts: 1 }).execute();
    expect((await server.post(`${await pathOfStep(db, changeId, 'email')}/dismiss`)).body.data).toMatchObject({ steps: 1 });
    const dismissed = async () => (await stepsOf(db)).filter(({ dismissed_at: at }) => at !== null).map(({ change_id: id }) => id);
    expect(await dismissed()).toEqual([changeId]);
    await server.post(`${await pathOfStep(db, changeId, 'email')}/restore`);
    expect(await dismissed()).toEqual([]);
  });

  test('WTL-34: a change that is deleted with its submission leaves no step', async () => {
    const registration = await buildRegistration(db);
    await recordChange(db, { ...registration, kind: 'promoted', actor: 'automatic' });
    await fanOut(server.pool, 'changes');
    await setRegistration(db, registration, 'cancelled');
    await server.post(
      `/event_series/${registration.seriesId}/event/${registration.eventId}/submission/${registration.submissionId}/delete`,
    );
    expect(await stepsOf(db)).toEqual([]);
  });
});
