import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { type LimitedOutcome, LIMITED_STATEMENT } from './limited-statement.ts';
import { valuesOfMany } from './sign-up-statement.ts';

const server = await createTestServer();
const { addEvent, seriesId } = limitedSeries(server);
const HELD_MS = 100;

async function signUpTwo(eventId: string): Promise<LimitedOutcome[]> {
  const { form_version } = await server.db
    .selectFrom('event_series')
    .select('form_version')
    .where('id', '=', seriesId())
    .executeTakeFirstOrThrow();
  const rows = ['ada@example.com', 'bea@example.com'].map((email) => ({
    id: newId(),
    owner_id: seriesId(),
    form_version,
    events: [eventId],
    waits: [],
    first_name: 'Ada',
    last_name: 'Lovelace',
    job_title: '',
    organisation: '',
    email,
    email_key: email,
    accepts_marketing: false,
    answers: {},
    source: {},
  }));
  const values = valuesOfMany(
    rows.map((row) => JSON.stringify(row)),
    [seriesId()],
  );
  return (await server.pool.query<LimitedOutcome>(LIMITED_STATEMENT, values)).rows;
}

test('a batch is told for how long another server had the counters', async () => {
  const eventId = await addEvent(10);
  const { signingUp } = await server.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('event_places')
      .set((eb) => ({ taken: eb('taken', '+', 1) }))
      .where('event_id', '=', eventId)
      .execute();
    const next = signUpTwo(eventId);
    await sleep(2 * HELD_MS);
    return { signingUp: next };
  });
  const [first, second] = await signingUp;
  expect([first?.is_stored, second?.is_stored]).toEqual([true, true]);
  expect(first?.lock_ms).toBeGreaterThan(HELD_MS);
  expect(second?.lock_ms).toBe(first?.lock_ms);
  const [later] = await signUpTwo(eventId);
  expect(later?.lock_ms).toBeLessThan(HELD_MS);
});
