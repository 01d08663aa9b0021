import { expect, test } from 'vitest';
import { HONEYPOT_NAME, STAMP_NAME } from '#contract/rules/field-key.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

const today = new Date().toISOString().slice(0, 10);
const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const asMachine = { [HONEYPOT_NAME]: 'http://spam.example' };

const submit = async (path: string, values: Record<string, unknown>) => server.post(`${path}/submit`, newSignUp(values), { as: 'visitor' });
const triesOf = async (seriesId: string) => (await server.get(`/event_series/${seriesId}`)).body.data.refused_tries;

test('issue 4: staff see how many tries a form refused as a machine’s, and on which day', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId)];
  expect(await triesOf(seriesId)).toEqual([]);
  const tries = [asMachine, asMachine, { [STAMP_NAME]: 'forged' }];
  await Promise.all(tries.map(async (values) => submit(`/event_series/${seriesId}`, { events, ...values })));
  await expect.poll(async () => triesOf(seriesId)).toEqual([{ date: today, tries: 3 }]);
});

test('a sign-up that is accepted, or has a wrong answer, is no such try', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId)];
  await submit(`/event_series/${seriesId}`, { events });
  await submit(`/event_series/${seriesId}`, { events, email: 'nonsense' });
  await submit(`/event_series/${seriesId}`, { events, ...asMachine });
  await expect.poll(async () => triesOf(seriesId)).toEqual([{ date: today, tries: 1 }]);
});

test('each form has its own count; an unknown one is counted nowhere, and spoils no other’s', async () => {
  const [seriesId, formId] = [await buildSeries(db), await buildMarketingForm(db)];
  await Promise.all([
    submit(`/form/${formId}`, asMachine),
    submit(`/event_series/${newId()}`, asMachine),
    submit(`/event_series/${formId}`, asMachine),
    submit(`/event_series/${seriesId}`, asMachine),
  ]);
  await expect
    .poll(async () => db.selectFrom('refused_tries').select(['series_id', 'form_id', 'tries']).orderBy('series_id').execute())
    .toEqual([
      { series_id: seriesId, form_id: null, tries: 1 },
      { series_id: null, form_id: formId, tries: 1 },
    ]);
});

test('what is over a month ago is told no longer, and a series that goes takes its counts along', async () => {
  const seriesId = await buildSeries(db);
  const rows = [0, 29, 30].map((before) => ({ series_id: seriesId, form_id: null, day: day(before), tries: 1 + before }));
  await db.insertInto('refused_tries').values(rows).execute();
  expect(await triesOf(seriesId)).toEqual([
    { date: day(29), tries: 30 },
    { date: today, tries: 1 },
  ]);
  await server.post(`/event_series/${seriesId}/delete`);
  expect(await db.selectFrom('refused_tries').selectAll().execute()).toEqual([]);
});

test('anybody else is not told', async () => {
  const seriesId = await buildSeries(db);
  const { body } = await server.get(`/event_series/${seriesId}`, { as: 'visitor' });
  expect(body.data).not.toHaveProperty('refused_tries');
});
