import { expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { lastingHeaders } from '#server/testing/server.ts';
import { atRest } from '#server/testing/worker.ts';

/** Of known addresses, and of unknown ones. */
const MANY = 1_000;
const AT_ONCE = 16;

const { server, db } = await createServerWithWorker();
const { addEvent, submitTo, seriesId, restart } = limitedSeries(server);

const addressOf = (number: number) => `person.${number}@example.com`;

interface Target {
  readonly id: string;
  readonly event: string;
}

/** A series for which the first thousand addresses are registered. */
async function fill(places: number | null): Promise<Target> {
  await restart();
  const event = await addEvent(places, { close_when_full: places !== null });
  await Promise.all(Array.from({ length: MANY }, (_, number) => submitTo([event], [], { email: addressOf(number) })));
  return { id: seriesId(), event };
}

/** Everything that a visitor sees, except the ids. */
async function seenBy({ id, event }: Target, number: number): Promise<string> {
  const values = newSignUp({ events: [event], email: addressOf(number), organisation: 'Mills & Co' });
  const { status, headers, text, body } = await server.post(`/event_series/${id}/submit`, values, { as: 'visitor' });
  const shown = lastingHeaders(headers);
  return JSON.stringify([status, shown, text.replace(body.data.id, '{id}').replace(event, '{event}')]);
}

/** The different answers to known and unknown addresses alternately, while the worker settles the known ones. */
async function answersOf(target: Target, duplicate_policy: 'refuse' | 'update'): Promise<Set<string>> {
  await server.post(`/event_series/${target.id}/edit`, { duplicate_policy });
  const numbers = Array.from({ length: MANY }, (_, number) => [number, number + MANY]).flat();
  const answers = new Set<string>();
  const visitor = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) answers.add(await seenBy(target, number));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return answers;
}

test('PLC-54: a thousand known addresses and a thousand others get the same answer, byte for byte', { timeout: 120_000 }, async () => {
  const [unlimited, limited] = [await fill(null), await fill(MANY * 3)];
  await atRest(db);
  expect((await answersOf(unlimited, 'refuse')).size).toBe(1);
  expect((await answersOf(limited, 'update')).size).toBe(1);
  // Some were settled in the meantime.
  expect(await db.selectFrom('submissions').select('id').where('email_key', '=', '').limit(1).execute()).toHaveLength(1);
});
