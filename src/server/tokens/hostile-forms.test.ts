import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { type Flood, openFloodClient } from '#server/testing/processes/flood-client.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();
const { db, url } = server;

const BODY_MAX = 64 * 1024;
/** Node's limit of the head of a request, less its other lines. */
const ADDRESS_MAX = 15_000;
const AT_ONCE = 10;
/** Twice the limit, since machines differ; quadratic time would take far longer. */
const VISITOR_MS = 100;
const STAFF_MS = 300;
const STAFF_BODY_MAX = 2 * 1024 * 1024;
/** The first rounds also compile and collect garbage, so the best one counts. */
const ROUNDS = 3;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

type Hostile = Omit<Flood, 'atOnce'>;

/** Joins parts up to this length. */
function parts(partOf: (index: number) => string, max: number, separator = '&'): string {
  let text = partOf(0);
  for (let index = 1; text.length + 20 < max; index += 1) text += separator + partOf(index);
  return text;
}

const send = ({ path, headers = {}, body }: Hostile): Promise<Response> =>
  fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body });

const flood = openFloodClient(url);

/**
 * The processor time of such simultaneous requests, in the best of several rounds; `/healthz` is answered in less, wherever it is in the queue. The processor
 * clock does not count other work of the machine.
 */
async function busyMs(hostile: Hostile, atOnce = AT_ONCE): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await flood({ ...hostile, atOnce })).processorMs);
  return Math.min(...times);
}

let ids = { series: '', form: '', event: '' };
beforeEach(async () => {
  const [series, form] = [await buildSeries(db), await buildMarketingForm(db)];
  ids = { series, form, event: await buildEvent(db, series) };
  for (let position = 0; position < 40; position += 1) {
    const options = Array.from({ length: 20 }, (_, index) => `Option ${index}`);
    await buildField(
      db,
      { form_id: series },
      { label: `Question ${position}`, type: position % 2 ? 'select' : 'checkbox', options, position },
    );
  }
});

const page = (): string => `/x/events-series/${ids.series}/view`;
const keys17k = (): string => parts((index) => `${index.toString(36)}=`, BODY_MAX);
const json = (entries: Iterable<readonly [string, unknown]>): string => JSON.stringify(Object.fromEntries(entries));
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => [index.toString(36), 1] as const);

/** NFKC turns these into three and six letters. */
const odd = (length: number): string => '㌖'.repeat(17).padEnd(length, '㋉');
const person = { first_name: odd(100), last_name: odd(100), job_title: odd(200), organisation: odd(200) };

const hostile: Record<string, () => Hostile> = {
  'a form of 17,000 keys': () => ({ path: page(), headers: FORM, body: keys17k() }),
  'a form of 17,000 keys to no form at all': () => ({ path: `/x/form/${crypto.randomUUID()}/view`, headers: FORM, body: keys17k() }),
  'a form with one key again and again': () => ({ path: page(), headers: FORM, body: parts(() => 'events=', BODY_MAX) }),
  'a form of separators': () => ({ path: page(), headers: FORM, body: '&'.repeat(BODY_MAX - 1) }),
  'a form of escapes': () => ({ path: page(), headers: FORM, body: `first_name=${'%3C'.repeat(20_000)}` }),
  'a form of blanks': () => ({ path: page(), headers: FORM, body: `email=${'+'.repeat(60_000)}%40` }),
  'a form with an address of marks': () => ({ path: page(), headers: FORM, body: `email=a${'@.'.repeat(30_000)}+x` }),
  'JSON of 7,000 keys to a series': () => ({
    path: `/api/event_series/${ids.series}/submit`,
    headers: JSON_TYPE,
    body: json(keysOf(7_000)),
  }),
  'JSON of 7,000 keys to a marketing form': () => ({
    path: `/api/form/${ids.form}/submit`,
    headers: JSON_TYPE,
    body: json(keysOf(7_000)),
  }),
  'JSON of 7,000 keys to a feedback list': () => ({
    path: `/api/website-feedback/${ids.series}/submit`,
    headers: JSON_TYPE,
    body: json(keysOf(7_000)),
  }),
  'JSON of 30,000 events': () => ({
    path: `/api/event_series/${ids.series}/submit`,
    headers: JSON_TYPE,
    body: `{"events":[${'1,'.repeat(30_000)}1]}`,
  }),
  'JSON of arrays in arrays': () => ({
    path: `/api/event_series/${ids.series}/submit`,
    headers: JSON_TYPE,
    body: '['.repeat(30_000) + ']'.repeat(30_000),
  }),
  'a sign-up with names of odd characters': () => ({
    path: `/api/event_series/${ids.series}/submit`,
    headers: JSON_TYPE,
    body: JSON.stringify({ ...person, email: `${crypto.randomUUID()}@example.com`, events: [ids.event] }),
  }),
  ...Object.fromEntries(
    ['/api/nothing', '/nothing', '/healthz'].map((path) => [
      `JSON of 70,000 keys to ${path}`,
      () => ({ path, headers: JSON_TYPE, body: json(keysOf(70_000)) }),
    ]),
  ),
  'an address of keys': () => ({ path: `${page()}?${parts((index) => index.toString(36), ADDRESS_MAX)}` }),
  'an address that fills in one field again and again': () => ({ path: `${page()}?${parts(() => 'question_38=1', ADDRESS_MAX)}` }),
  'an address that ticks one event again and again': () => ({ path: `${page()}?${parts(() => `events=${ids.event}`, ADDRESS_MAX)}` }),
  'an address of escapes': () => ({ path: `${page()}?first_name=${'%3C'.repeat(4_900)}` }),
  'an address of letters in Windows-1252': () => ({ path: `${page()}?first_name=${'%E9%FC'.repeat(4_900)}` }),
  'a read with an address of keys': () => ({
    path: `/api/event_series/${ids.series}?${parts((index) => index.toString(36), ADDRESS_MAX)}`,
  }),
  cookies: () => ({
    path: `/api/event_series/${ids.series}/track_views`,
    headers: { cookie: parts((index) => `${index.toString(36)}=`, ADDRESS_MAX, '; ') },
    body: '',
  }),
};

describe('the process continues to answer others', () => {
  test.each(Object.keys(hostile))(
    'SEC-1, SEC-22, SEC-25: /healthz is not delayed while ten clients send %s at the same time',
    async (name) => {
      const ms = await busyMs(hostile[name]!());
      expect(ms).toBeLessThan(VISITOR_MS);
    },
  );
});

test.each(['openapi.json', 'docs/json', 'docs/yaml'])('SEC-1: the description of the API at %s is written once', async (path) => {
  expect(await busyMs({ path: `/api/${path}` }, 40)).toBeLessThan(VISITOR_MS);
});

test('SEC-1: /healthz is not delayed while someone chooses all of 400 events', async () => {
  const events = Array.from({ length: 400 }, () => ({ id: newId(), form_id: ids.series, title: 'Day one' }));
  await db.insertInto('events').values(events).execute();
  const body = events.map(({ id }) => `events=${id}`).join('&');
  expect(await busyMs({ path: page(), headers: FORM, body }, 1)).toBeLessThan(VISITOR_MS);
});

const bodiesOfStaff: Record<string, readonly [status: number, body: string]> = {
  '130,000 keys': [413, json(keysOf(130_000))],
  '99,999 keys': [422, json(keysOf(99_999))],
  '99,999 numbers': [422, JSON.stringify(Array.from({ length: 99_999 }, (_, index) => index))],
  'arrays in arrays': [422, '['.repeat(STAFF_BODY_MAX - 1)],
  'a text of quotes': [422, JSON.stringify({ label: '"'.repeat(STAFF_BODY_MAX / 2 - 100) })],
};

test.each(Object.keys(bodiesOfStaff))('SEC-33: /healthz is not delayed while staff send %s', async (name) => {
  const [status, body] = bodiesOfStaff[name]!;
  const path = `/api/event_series/${ids.series}/addeventseriesformfields`;
  const hostile = { path, headers: { ...JSON_TYPE, authorization: 'Bearer staff' }, body };
  expect((await send(hostile)).status).toBe(status);
  const ms = await busyMs(hostile, 1);
  expect(ms).toBeLessThan(STAFF_MS);
});

test('SEC-25: a request to an unknown path is refused before its body is read, on a connection that stays open, and counted separately', async () => {
  const limited = await createSignUpPageServer({ PUBLIC_RATE_LIMIT: '20' }, {}, server);
  const statusOf = async (path: string, method = 'POST') =>
    (await fetch(limited.url + path, { method, headers: JSON_TYPE, ...(method === 'GET' ? {} : { body: '{' }) })).status;
  const unknown = ['/api/nothing', '/nothing', '/healthz', '/api/event_series/1/nothing'];
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1) for (const path of unknown) statuses.push(await statusOf(path));
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), ...Array.from({ length: 4 }, () => 429)]);
  expect(await statusOf('/api/nothing', 'GET')).toBe(429);
  expect(await statusOf(`/api/event_series/${ids.series}`, 'GET')).toBe(200);
  expect(await statusOf('/healthz', 'GET')).toBe(200);
});

test.each(['series', 'marketing'] as const)('SEC-1: JSON of more than 1,000 values is refused: a sign-up to a %s', async (kind) => {
  const path = kind === 'series' ? `/api/event_series/${ids.series}/submit` : `/api/form/${ids.form}/submit`;
  for (const body of [json(keysOf(1_001)), json(keysOf(7_000)), `{"events":[${'1,'.repeat(1_001)}1]}`]) {
    expect((await send({ path, headers: JSON_TYPE, body })).status).toBe(413);
  }
  // Commas in a text are not values.
  expect((await send({ path, headers: JSON_TYPE, body: JSON.stringify({ first_name: ','.repeat(4_000) }) })).status).toBe(422);
});

test('SEC-1: a form of more than 1,000 parts is refused by a page with instructions', async () => {
  const answer = await send({ path: page(), headers: FORM, body: keys17k() });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  const html = await answer.text();
  expect(html).toContain('Your answers are too long for this form');
  expect(html).toContain('Please go back, shorten your answers and send them again.');
});

test('SEC-1: ten posts that show a form with long descriptions again are answered one by one, with others in between', async () => {
  for (let event = 0; event < 20; event += 1) await buildEvent(db, ids.series, { description: 'A *line*. '.repeat(490) });
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const show = async () => {
    const { statusCode } = await server.app.inject({ method: 'POST', url: page(), headers: FORM, payload: 'first_name=Ada' });
    return [statusCode, turn] as const;
  };
  await show();
  const shown = await Promise.all(Array.from({ length: AT_ONCE }, show));
  clearImmediate(next);
  expect(new Set(shown.map(([status]) => status))).toEqual(new Set([422]));
  expect(new Set(shown.map(([, at]) => at)).size).toBe(AT_ONCE);
});
