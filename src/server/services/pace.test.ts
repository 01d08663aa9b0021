import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { pauseService } from './channel-backoff.ts';
import { takeTurns } from './rate-limiter.ts';

const { db } = await createTestDatabase();

const PACE = { perMinute: 1_200, max: 4 };
const SECONDS = 3;

test('MLG-31: workers together keep to the pace of mailings, take no turns where nothing is due, and rest while the mail server is away', async () => {
  expect(await takeTurns(db, 'mailings', PACE)).toBeUndefined();
  const steps = Array.from(
    { length: 10 },
    () => ({ submission_id: newId(), mailing_person_id: newId(), step: 'mailing', state: 'waiting', next_try_at: new Date(0) }) as const,
  );
  await db.insertInto('submission_steps').values(steps).execute();
  const ends = performance.now() + SECONDS * 1_000;
  const worker = async (): Promise<number> => {
    let taken = 0;
    while (performance.now() < ends) {
      const turns = await takeTurns(db, 'mailings', PACE);
      await sleep(turns?.waitMs ?? 100);
      if (performance.now() < ends) taken += turns?.count ?? 0;
    }
    return taken;
  };
  const taken = (await Promise.all([worker(), worker(), worker()])).reduce((sum, count) => sum + count, 0);
  const allowed = (PACE.perMinute / 60) * SECONDS;
  expect(taken).toBeLessThanOrEqual(allowed + PACE.max);
  expect(taken).toBeGreaterThan(allowed * 0.7);
  await pauseService(db, 'mailings', 60_000);
  expect(await takeTurns(db, 'mailings', PACE)).toBeUndefined();
});
