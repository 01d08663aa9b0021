import { beforeEach, expect, test } from 'vitest';
import { FORM_TOKEN_NAME, HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { blockedSubmissions } from './sign-up-service.ts';

const server = await createTestServer({ PUBLIC_RATE_LIMIT: '9', TRUST_PROXY: '127.0.0.1' });
const { db } = server;

/** Each test calls from its own network, which has its own limit. */
let network = 0;
beforeEach(() => {
  network += 1;
});
const asVisitor = () => ({ as: 'visitor' as const, headers: { 'x-forwarded-for': `192.0.2.${network}` } });

const today = new Date().toISOString().slice(0, 10);
const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const asMachine = { [HONEYPOT_NAME]: 'http://spam.example' };

const submit = async (path: string, values: Record<string, unknown>) => server.post(`${path}/submit`, newSignUp(values), asVisitor());
const triesOf = async (seriesId: string) => (await server.get(`/event_series/${seriesId}`)).body.data.refused_tries;
const triesOfForm = async (formId: string) => (await server.get(`/form/${formId}`)).body.data.refused_tries;

test('staff see how many submissions of a form were blocked as spam, and on which day', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId)];
  expect(await triesOf(seriesId)).toEqual([]);
  const attempts = [asMachine, asMachine, { [FORM_TOKEN_NAME]: 'forged' }];
  await Promise.all(attempts.map(async (values) => submit(`/event_series/${seriesId}`, { events, ...values })));
  await expect.poll(async () => triesOf(seriesId)).toEqual([{ date: today, tries: 3 }]);
});

test('a sign-up that is accepted or has a wrong answer is not counted', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId)];
  await submit(`/event_series/${seriesId}`, { events });
  await submit(`/event_series/${seriesId}`, { events, email: 'nonsense' });
  await submit(`/event_series/${seriesId}`, { events, ...asMachine });
  await expect.poll(async () => triesOf(seriesId)).toEqual([{ date: today, tries: 1 }]);
});

test('each form has its own count; an unknown one is not counted, and does not affect the others', async () => {
  const [seriesId, formId] = [await buildSeries(db), await buildMarketingForm(db)];
  await Promise.all([
    submit(`/form/${formId}`, asMachine),
    submit(`/event_series/${newId()}`, asMachine),
    submit(`/event_series/${formId}`, asMachine),
    submit(`/event_series/${seriesId}`, asMachine),
  ]);
  await expect
    .poll(async () => db.selectFrom('blocked_submissions').select(['form_id', 'tries']).orderBy('form_id').execute())
    .toEqual([seriesId, formId].toSorted().map((id) => ({ form_id: id, tries: 1 })));
});

test('a sign-up that the database refuses to count does not affect the others', async () => {
  const [seriesId, refused] = [await buildSeries(db), await buildSeries(db)];
  await server.pool.query(`alter table blocked_submissions add constraint refuses_one check (form_id <> '${refused}')`);
  try {
    const failures: unknown[] = [];
    const countBlocked = blockedSubmissions(server.pool, (error) => failures.push(error));
    for (let index = 0; index < 30; index += 1) countBlocked({ kind: 'series', id: index === 13 ? refused : seriesId });
    await expect
      .poll(async () => db.selectFrom('blocked_submissions').select(['form_id', 'tries']).execute())
      .toEqual([{ form_id: seriesId, tries: 29 }]);
    expect(failures).toHaveLength(1);
  } finally {
    await server.pool.query('alter table blocked_submissions drop constraint refuses_one');
  }
});

test.each(['series', 'marketing'] as const)('a submit to a %s over the rate limit counts as blocked too', async (kind) => {
  const isSeries = kind === 'series';
  const id = isSeries ? await buildSeries(db) : await buildMarketingForm(db);
  const path = isSeries ? `/event_series/${id}` : `/form/${id}`;
  const events = isSeries ? { events: [await buildEvent(db, id)] } : {};
  const statuses: number[] = [];
  // Twenty, so that some are over the limit even if the minute ends in the meantime.
  for (let number = 0; number < 20; number += 1)
    statuses.push((await submit(path, { email: `ada.${number}@example.com`, ...events })).status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  await expect.poll(async () => (isSeries ? triesOf(id) : triesOfForm(id))).toEqual([{ date: today, tries: refused }]);
});

test('calls over the limit that are not sign-ups, or belong to no form, are not counted', async () => {
  const formId = await buildMarketingForm(db);
  const tooManyRequests = async (path: string) => {
    for (let number = 0; number < 20; number += 1) await server.post(path, {}, asVisitor());
  };
  await tooManyRequests(`/event_series/${await buildSeries(db)}/track_views`);
  await tooManyRequests('/form/nonsense/submit');
  await tooManyRequests(`/website-feedback/${newId()}/submit`);
  network += 1;
  await submit(`/form/${formId}`, asMachine);
  await expect.poll(async () => triesOfForm(formId)).toEqual([{ date: today, tries: 1 }]);
  expect(await db.selectFrom('blocked_submissions').selectAll().execute()).toHaveLength(1);
});

test('days more than a month ago are not shown, and the counts are deleted with their series or form', async () => {
  const seriesId = await buildSeries(db);
  const rows = [0, 29, 30].map((before) => ({ form_id: seriesId, day: day(before), tries: 1 + before }));
  await db.insertInto('blocked_submissions').values(rows).execute();
  expect(await triesOf(seriesId)).toEqual([
    { date: day(29), tries: 30 },
    { date: today, tries: 1 },
  ]);
  const formId = await buildMarketingForm(db);
  await db
    .insertInto('blocked_submissions')
    .values([0, 30].map((before) => ({ form_id: formId, day: day(before), tries: 7 })))
    .execute();
  expect(await triesOfForm(formId)).toEqual([{ date: today, tries: 7 }]);
  await server.post(`/event_series/${seriesId}/delete`);
  await server.post(`/form/${formId}/delete`);
  expect(await db.selectFrom('blocked_submissions').selectAll().execute()).toEqual([]);
});

test('visitors do not see them', async () => {
  const seriesId = await buildSeries(db);
  const { body } = await server.get(`/event_series/${seriesId}`, { as: 'visitor' });
  expect(body.data).not.toHaveProperty('refused_tries');
  const form = await server.get(`/form/${await buildMarketingForm(db)}`, { as: 'visitor' });
  expect(form.body.data).not.toHaveProperty('refused_tries');
});
