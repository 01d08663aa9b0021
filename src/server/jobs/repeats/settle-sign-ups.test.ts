import { expect, test } from 'vitest';
import { recordChanges } from '#server/db/registrations/registration-changes.ts';
import { fanOutChanges } from '#server/jobs/fan-out-changes.ts';
import { StepStore } from '#server/jobs/step-store.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { settleSignUps } from './settle-sign-ups.ts';

const { db, pool } = await openTestDatabase();

test('PLC-55: screens hear of each sign-up that was settled, also of an older one that was settled on the way', async () => {
  const seriesId = await buildSeries(db, { duplicate_policy: 'refuse' });
  const events = [await buildEvent(db, seriesId)];
  const newer = await buildSignUp(db, { series_id: seriesId }, { events });
  const older = await buildSignUp(db, { series_id: seriesId }, { events, submitted_at: new Date(Date.now() - 60_000) });
  const { changes } = await settleSignUps({ db, pool, canMail: false });
  expect(changes.filter(({ topic }) => topic === `series/${seriesId}`).map(({ ids }) => ids)).toEqual([[older], [newer]]);
});

test('PLC-57: a repeat is settled when the mail about it has left, whose outcome would be lost, so that it is sent once', async () => {
  const seriesId = await buildSeries(db, { duplicate_policy: 'update' });
  const [both, added] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
  const earlier = await buildSignUp(
    db,
    { series_id: seriesId },
    { events: [both], awaiting_fan_out: false, submitted_at: new Date(Date.now() - 60_000) },
  );
  const submissionId = await buildSignUp(db, { series_id: seriesId }, { events: [both, added] });
  await db
    .transaction()
    .execute((tx) => recordChanges(tx, [{ seriesId, submissionId, eventId: added, kind: 'promoted', actor: 'automatic', details: {} }]));
  await fanOutChanges(pool);
  const store = new StepStore(pool);
  const claims = await store.claim('email', 20);
  expect(claims).toMatchObject([{ submissionId }]);
  const settle = async () => settleSignUps({ db, pool, canMail: true });
  expect(await settle()).toMatchObject({ isMore: false, changes: [] });
  expect(await store.record({ claim: claims[0]!, state: 'succeeded', message: '' })).toBe(true);
  await settle();
  const [sent] = (await stepsOf(db, earlier)).filter(({ change_id: id }) => id === claims[0]?.changeId);
  expect(sent).toMatchObject({ step: 'email', state: 'succeeded', attempts: 1 });
});
