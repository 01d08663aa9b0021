import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp } from '#server/testing/worker.ts';
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
