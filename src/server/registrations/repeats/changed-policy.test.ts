import { expect, test } from 'vitest';
import type { RepeatPolicy } from '#contract/forms/event-series.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, runWorker, startWorld } from '#server/testing/worker.ts';

const world = await startWorld();
const server = await createTestServer();
const { db } = server;
const { addEvent, submitTo, seriesId } = limitedSeries(server);

const setPolicy = (duplicate_policy: RepeatPolicy) => server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy });
const submissionOf = ({ id }: { id: string }) => db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('PLC-61: a changed policy applies to sign-ups from then on; earlier ones follow the policy at their time', async () => {
  const event = await addEvent(null, { close_when_full: false });
  const standing = [await submitTo([event]), await submitTo([event])];
  await setPolicy('refuse');
  const refused = await submitTo([event], [], { organisation: 'Mills & Co' });
  await setPolicy('update');
  await submitTo([event], [], { job_title: 'Engineer' });
  await setPolicy('allow');
  standing.push(await submitTo([event]));
  await runWorker(server, world.settings);
  await atRest(db);
  const rows = await db.selectFrom('registrations').select('submission_id').orderBy('submission_id').execute();
  expect(rows.map((row) => row.submission_id)).toEqual(standing.map(({ id }) => id));
  expect(await submissionOf(standing[0] ?? { id: '' })).toMatchObject({ organisation: 'Engines Ltd', job_title: 'Engineer' });
  expect((await submissionOf(refused)).email).toBe('');
});
