import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { seedDatabase } from './seed-database.ts';

const { db } = await openTestDatabase();

const count = async (table: 'event_series' | 'events' | 'marketing_forms' | 'submissions' | 'submission_steps') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('the demo has 3 series, 12 events, 2 forms and 2,000 sign-ups over 13 months', async () => {
  await seedDatabase(db);
  expect(await Promise.all([count('event_series'), count('events'), count('marketing_forms'), count('submissions')])).toEqual([
    3, 12, 2, 2_000,
  ]);
  const { oldest } = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.min('submitted_at').as('oldest'))
    .executeTakeFirstOrThrow();
  expect((Date.now() - Number(oldest)) / 86_400_000).toBeGreaterThan(365);
});

test('the demo has duplicates, failed steps, feedback, views and counters that agree with the rows', async () => {
  await seedDatabase(db);
  const failed = await db.selectFrom('submission_steps').select('submission_id').where('state', '=', 'failed').execute();
  expect(failed.length).toBeGreaterThan(10);
  const addresses = await db.selectFrom('submissions').select('email_key').distinct().execute();
  expect(addresses.length).toBeLessThan(1_990);
  expect(await db.selectFrom('feedback_entries').select('id').execute()).not.toEqual([]);
  expect(await db.selectFrom('view_counts').select('day').execute()).not.toEqual([]);
  expect(await db.selectFrom('series_counts').select('series_id').where('addresses', '>', 0).execute()).toHaveLength(3);
});

test('seeding again adds nothing', async () => {
  await seedDatabase(db);
  expect(await seedDatabase(db)).toMatch(/there already/);
  expect(await count('submissions')).toBe(2_000);
});
