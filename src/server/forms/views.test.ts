import { beforeEach, expect, test } from 'vitest';
import { buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
});

const track = (headers: Record<string, string> = {}, id = seriesId) =>
  server.post(`/event_series/${id}/track_views`, undefined, { as: 'visitor', headers });
const counts = () => db.selectFrom('view_counts').selectAll().orderBy('form_id').execute();
const today = () => new Date().toISOString().slice(0, 10);

test('API-19, DATA-23, EMB-19: calls without a key count once each, in one counter per series and UTC day', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => track()));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"data":{}}']));
  expect(await counts()).toEqual([{ form_id: seriesId, day: today(), views: 25 }]);
});

test('EXTRA-51: views of a marketing form are counted like those of a series: by day, each load once, without staff and bots', async () => {
  const formId = await buildMarketingForm(db);
  const view = (headers: Record<string, string> = {}, id = formId) =>
    server.post(`/form/${id}/track_views`, undefined, { as: 'visitor', headers });
  const loads = Array.from({ length: 5 }, () => view({ 'idempotency-key': 'load-1' }, formId.toUpperCase()));
  const quiet = [view({ cookie: 'turnout-staff=1' }), view({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })];
  const answers = await Promise.all([...loads, view({ 'idempotency-key': 'load-1' }), view(), view(), ...quiet]);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"data":{}}']));
  expect(await counts()).toEqual([{ form_id: formId, day: today(), views: 3 }]);
  expect((await view({}, seriesId)).status).toBe(404);
});

test('EMB-18: the same load counts once, however often and however quickly it calls', async () => {
  await Promise.all(Array.from({ length: 10 }, () => track({ 'idempotency-key': 'load-1' })));
  await track({ 'idempotency-key': 'load-1' });
  await track({ 'idempotency-key': 'load-2' });
  expect(await counts()).toMatchObject([{ views: 2 }]);
});

test('IDEM-5: a day later the key of a load counts as unused', async () => {
  await track({ 'idempotency-key': 'load-1' });
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 24.1 * 3_600_000) })
    .execute();
  await track({ 'idempotency-key': 'load-1' });
  await track({ 'idempotency-key': 'load-1' });
  expect(await counts()).toMatchObject([{ views: 2 }]);
});

test('the same key on the forms of two series counts on both', async () => {
  const other = await buildSeries(db);
  await Promise.all([seriesId, other, seriesId].map((id) => track({ 'idempotency-key': 'load-1' }, id)));
  expect((await counts()).map(({ form_id, views }) => [form_id, views])).toEqual([seriesId, other].toSorted().map((id) => [id, 1]));
});

test.each([
  ['cookie', 'turnout-staff=1'],
  ['user-agent', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
])('API-87: a load of an unknown series that would not be counted is 404 anyway, by its %s', async (name, value) => {
  expect((await track({ [name]: value }, crypto.randomUUID())).status).toBe(404);
});

test('EMB-14: a load that carries the staff cookie is not counted', async () => {
  expect((await track({ cookie: 'turnout-staff=1' })).status).toBe(200);
  expect(await counts()).toEqual([]);
});

test.each([
  [
    'Googlebot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['Googlebot of old', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
  [
    'Bing',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  ],
  [
    'Apple',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  ['Yahoo', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['a link preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  [
    'Lighthouse',
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ],
])('a load by %s is answered and not counted', async (_name, userAgent) => {
  expect((await track({ 'user-agent': userAgent })).status).toBe(200);
  expect(await counts()).toEqual([]);
});

test.each([
  ['Chrome', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'],
  ['Edge', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'the browser of an app',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.31.1',
  ],
  [
    'a browser without a screen',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  ],
  ['a call of the API by curl', 'curl/8.5.0'],
  ['a call of the API by Node', 'node'],
])('a load by %s is counted', async (_name, userAgent) => {
  await track({ 'user-agent': userAgent });
  expect(await counts()).toMatchObject([{ views: 1 }]);
});

test('a view that the database refuses does not fail the others', async () => {
  const refused = await buildSeries(db);
  await server.pool.query(`alter table view_counts add constraint refuses_one check (form_id <> '${refused}')`);
  try {
    const views = Array.from({ length: 30 }, (_, index) => (index === 13 ? refused : seriesId));
    const statuses = (await Promise.all(views.map(async (id) => track({}, id)))).map(({ status }) => status);
    expect(statuses).toEqual(views.map((id) => (id === refused ? 500 : 200)));
    expect(await counts()).toEqual([{ form_id: seriesId, day: today(), views: 29 }]);
  } finally {
    await server.pool.query('alter table view_counts drop constraint refuses_one');
  }
});
