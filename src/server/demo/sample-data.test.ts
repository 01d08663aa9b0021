import { expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { addSampleData } from './commands.ts';

const server = await createTestServer();
const { db } = server;

const count = async (table: 'forms' | 'events' | 'submissions' | 'submission_steps') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('the demo has 4 series, 16 events, 2 forms and 2,045 sign-ups over 13 months', async () => {
  await addSampleData(writesTo({ db }), ADA);
  expect(await Promise.all([count('forms'), count('events'), count('submissions')])).toEqual([6, 16, 2_045]);
  const { oldest } = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.min('submitted_at').as('oldest'))
    .executeTakeFirstOrThrow();
  expect((Date.now() - Number(oldest)) / 86_400_000).toBeGreaterThan(365);
});

test('the demo has duplicates, no failed steps, feedback, views and counters that agree with the rows', async () => {
  await addSampleData(writesTo({ db }), ADA);
  expect(await db.selectFrom('submission_steps').select('state').distinct().execute()).toEqual([{ state: 'succeeded' }]);
  const addresses = await db.selectFrom('submissions').select('email_key').distinct().execute();
  expect(addresses.length).toBeLessThan(2_035);
  expect(await db.selectFrom('feedback_entries').select('id').execute()).not.toEqual([]);
  const viewed = await db.selectFrom('view_counts').innerJoin('forms', 'forms.id', 'form_id').select('kind').distinct().execute();
  expect(viewed).toHaveLength(2);
  expect(await db.selectFrom('form_counts').select('form_id').where('signups', '>', 0).execute()).toHaveLength(6);
});

test('USE-56: series and forms of the demo send mails and post to Slack, and their setup lists are hidden', async () => {
  await addSampleData(writesTo({ db }), ADA);
  const rows = await db.selectFrom('forms').select(['email_from', 'email_subject', 'email_template', 'slack_channel_id']).execute();
  expect(rows.flatMap((row) => Object.values(row)).filter((value) => value === null || value === '')).toEqual([]);
  expect(await db.selectFrom('form_setups').select('dismissed_at').where('dismissed_at', 'is not', null).execute()).toHaveLength(6);
});

test('USE-56: staff load it once, even if two ask at the same time; in production the call is not found', async () => {
  const answers = await Promise.all([server.post('/sample_data'), server.post('/sample_data')]);
  expect(answers.map(({ body }) => body.data.added)).toEqual(expect.arrayContaining([false, true]));
  expect((await server.post('/sample_data', undefined, { as: 'visitor' })).status).toBe(401);
  expect(await count('submissions')).toBe(2_045);
  const production = await createTestServer({ NODE_ENV: 'production' });
  expect((await production.post('/sample_data')).status).toBe(404);
  expect(await production.db.selectFrom('forms').select('id').execute()).toEqual([]);
});

test('the demo has a full event with a waiting list that visitors can join', async () => {
  await addSampleData(writesTo({ db }), ADA);
  const { id } = await db.selectFrom('forms').select('id').where('title', '=', 'Speaking Workshops').executeTakeFirstOrThrow();
  const { places } = (await server.get(`/event_series/${id}/statistics`)).body.data;
  expect(places.map((row: Record<string, unknown>) => Object.values(row).slice(1, 9))).toEqual([
    ['Telling a story', 12, 11, 0, 0, 0, 0, 0],
    ['Speaking without notes', 12, 12, 0, 4, 0, 0, 0],
    ['Slides that help', 16, 9, 0, 0, 0, 0, 0],
    ['Answering hard questions', 8, 7, 0, 2, 0, 0, 0],
  ]);
  const joined = await server.post(`/event_series/${id}/submit`, newSignUp({ _waiting_list: [places[1].event_id] }), { as: 'visitor' });
  expect(joined.body.data.registrations).toEqual([{ event_id: places[1].event_id, status: 'waiting', position: 5 }]);
});
