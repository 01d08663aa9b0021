import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addTree, type CallTree, nameInTree, pathIn, validBodies, validQueries } from '#server/testing/processes/call-tree.ts';
import type { Caller } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { startWorld } from '#server/testing/worker.ts';

const { settings } = await startWorld();
const server = await createSignUpPageServer(settings);

type Name = keyof typeof allCalls;
const calls: [Name, Endpoint][] = Object.entries(allCalls).map(([name, endpoint]) => [name as Name, endpoint]);
const idsOf = (path: string): string[] => [...path.matchAll(/:(id|\w+Id)\b/g)].map((match) => match[1]!);

async function send([name, endpoint]: [Name, Endpoint], path: string, tree: CallTree, as: Caller = 'staff', more = {}) {
  const headers = {
    ...(name === 'announceChange' ? { 'idempotency-key': crypto.randomUUID() } : {}),
    ...(endpoint.access === 'door' ? tree.door : {}),
    ...more,
  };
  return endpoint.method === 'GET'
    ? server.get(path + (validQueries[name] ?? ''), { as, headers })
    : server.post(path, validBodies(tree)[name], { as, headers });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** All values of an answer, at any depth, under `id` or a key of the contract that ends in it. */
function* idsIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (/^(?:id|brunch_event_id|submission_id|series_id|event_id|form_id|mail_id)$/.test(name) && inner !== null) yield inner;
    else yield* idsIn(inner);
  }
}

/** All stored rows. */
async function snapshot(): Promise<unknown[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(server.db);
  const each = tables.map(({ name }) => sql`select ${name} as name, to_jsonb(t) as row from ${sql.table(name)} as t`);
  const { rows } = await sql`select * from (${sql.join(each, sql` union all `)}) as stored order by name, row::text`.execute(server.db);
  return rows;
}

interface RefusedCall {
  readonly call: [Name, Endpoint];
  readonly path: string;
  readonly as?: Caller;
  readonly status: number;
}

/** Makes these calls, and expects that each is answered with its status and that nothing stored has changed. */
async function expectRefused(tree: CallTree, refused: readonly RefusedCall[]): Promise<void> {
  const before = await snapshot();
  const answers: RefusedCall[] = [];
  for (const { call, path, as } of refused) answers.push({ call, path, as, status: (await send(call, path, tree, as)).status });
  expect(answers.filter(({ status }, index) => status !== refused[index]?.status)).toEqual([]);
  expect(await snapshot()).toEqual(before);
}

describe('a refused call changes nothing', () => {
  const withIds = calls.filter(([, { path }]) => path.includes(':'));

  test('API-50, API-51: each call of staff is 401 without a token or with a bad one, 403 for another domain', async () => {
    const tree = await addTree(server);
    const callers = Object.entries({ visitor: 401, forger: 401, outsider: 403 }) as [Caller, number][];
    const ofStaff = calls.filter(([, { access }]) => access === 'staff');
    const refused = ofStaff.flatMap((call) => callers.map(([as, status]) => ({ call, path: pathIn(call[1].path, tree), as, status })));
    await expectRefused(tree, refused);
  });

  test('API-87, API-88: each call with an unknown id, or none at all, is 404', async () => {
    const tree = await addTree(server);
    const unknown = [crypto.randomUUID(), 'abc', '1', '%00', '__proto__', `${tree.id}x`, "'%20or%201=1--"];
    const refused = withIds.flatMap((call) =>
      idsOf(call[1].path).flatMap((param) =>
        unknown.map((id) => ({ call, path: pathIn(call[1].path, { ...tree, [nameInTree(call[1].path, param)]: id }), status: 404 })),
      ),
    );
    await expectRefused(tree, refused);
  });

  test('API-87: each call with an id of another series or event is 404', async () => {
    const [tree, other] = [await addTree(server), await addTree(server)];
    const refused = withIds.flatMap((call) => {
      const names = idsOf(call[1].path).map((param) => nameInTree(call[1].path, param));
      // All combinations of ids of the two trees, except those of a single tree.
      return Array.from({ length: 2 ** names.length - 2 }, (_, index) => {
        const mixed = Object.fromEntries(names.map((part, bit) => [part, ((index + 1) & (1 << bit) ? other : tree)[part]]));
        return { call, path: pathIn(call[1].path, { ...tree, ...mixed }), status: 404 };
      });
    });
    await expectRefused(tree, refused);
  });
});

describe('a call works for someone who did not create the record', () => {
  const ENDINGS = ['/', '%20', '/%20', '%20/'];
  const OF_ITS_OWNER = 'deleteCalendarFeed';
  const variants = calls.map((call, index) => [...call, ENDINGS[index % ENDINGS.length]!] as const);

  async function expectAnswers([name, endpoint, ending]: (typeof variants)[number], newTree: () => Promise<CallTree>): Promise<void> {
    const ofStaff = name === OF_ITS_OWNER ? 'staff' : 'colleague';
    const as = endpoint.access === 'public' ? 'visitor' : ofStaff;
    const tree = await newTree();
    const answer = await send([name, endpoint], pathIn(endpoint.path, tree), tree, as);
    const file = typeof endpoint.response === 'string' ? { export: 'text/csv', calendar: 'text/calendar' }[endpoint.response] : undefined;
    expect([name, answer.status, Object.keys(answer.body ?? {})]).toEqual([name, 200, file === undefined ? ['data'] : []]);
    expect(answer.headers.get('content-type')).toContain(file ?? 'application/json');
    const other = await newTree();
    const path = pathIn(endpoint.path, other).replace('/event_series', '/events-series') + ending;
    expect([path, (await send([name, endpoint], path, other)).status]).toEqual([path, 200]);
  }

  const isRead = ([, { method }]: (typeof variants)[number]) => method === 'GET';

  test('API-41, API-42, API-43, API-44, API-45, AUTH-12: each read, as written, and with events-series, a trailing slash and a space', async () => {
    const tree = await addTree(server);
    for (const variant of variants.filter(isRead)) await expectAnswers(variant, async () => tree);
  });

  test.each(variants.filter((variant) => !isRead(variant)))(
    'API-41, API-42, API-43, API-44, API-45, AUTH-12: %s, as written, and with events-series, a trailing slash and a space',
    async (...variant) => expectAnswers(variant, async () => addTree(server, variant[0])),
  );
});

test('ENT-29: ids are UUID strings, in every read and in the answers to adds', async () => {
  const tree = await addTree(server);
  const asked = calls.filter(
    ([name, { method, response }]) => (method === 'GET' && typeof response !== 'string') || name.startsWith('add'),
  );
  const given: [Name, unknown[]][] = [];
  for (const [name, endpoint] of asked) {
    const { body } = await send([name, endpoint], pathIn(endpoint.path, tree), tree);
    given.push([name, [...idsIn(body.data)]]);
  }
  expect(given.filter(([, ids]) => ids.some((id) => typeof id !== 'string' || !UUID.test(id)))).toEqual([]);
  // All tables with an id are included.
  const all = new Set(given.flatMap(([, ids]) => ids));
  for (const id of Object.values(tree).filter((value) => UUID.test(value))) expect(all).toContain(id);
  expect(given.filter(([name, ids]) => name.startsWith('add') && ids.length === 0)).toEqual([]);
});

test('API-90, API-91, API-92: the public calls answer any origin, without credentials; all others their own only', async () => {
  const origin = 'https://shop.example';
  const tree = await addTree(server);
  const corsHeaders = ({ headers }: { headers: Headers }) =>
    ['origin', 'credentials'].map((name) => headers.get(`access-control-allow-${name}`));
  const open: Name[] = [];
  for (const [name, endpoint] of calls) {
    const path = pathIn(endpoint.path, tree);
    const asked = { origin, 'access-control-request-method': endpoint.method, 'access-control-request-headers': 'content-type' };
    const preflight = corsHeaders(await fetch(`${server.url}/api${path}`, { method: 'OPTIONS', headers: asked }));
    const answer = corsHeaders(await send([name, endpoint], path, tree, endpoint.access === 'staff' ? 'staff' : 'visitor', { origin }));
    expect([name, preflight]).toEqual([name, answer]);
    expect([
      [null, null],
      ['*', null],
    ]).toContainEqual(answer);
    if (answer[0] === '*') open.push(name);
  }
  const submits = ['submitFeedback', 'submitFormSignUp', 'submitSeriesSignUp'];
  expect(open.toSorted()).toEqual(['getEventCalendar', 'getEventSeries', 'getForm', ...submits, 'trackFormViews', 'trackViews']);
});

test('an id works in capitals too', async () => {
  const tree = await addTree(server);
  const capitals = { ...tree, id: tree.id.toUpperCase(), eventId: tree.eventId.toUpperCase(), fieldId: tree.fieldId.toUpperCase() };
  expect((await server.get(pathIn(allCalls.getEvent.path, capitals))).body.data.id).toBe(tree.eventId);
  expect((await server.post(pathIn(allCalls.editSeriesField.path, capitals), { label: 'X' })).body.data.id).toBe(tree.fieldId);
});

describe('failures', () => {
  test.each([
    ['{"title":', {}, 400],
    ['{"title":"a","__proto__":{}}', {}, 400],
    ['title=a', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['{"title":"a"}', { 'content-type': 'text/plain' }, 400],
    ['[]', {}, 422],
    ['null', {}, 422],
    [`{"title":${'['.repeat(30)}${']'.repeat(30)}}`, {}, 422],
    [JSON.stringify({ title: 'x'.repeat(3_000_000) }), {}, 413],
  ])('API-47, API-49, API-54, API-55: the body %.40s of an add is answered %s %i as a problem', async (body, headers, status) => {
    const answer = await server.post('/event_series/add', body, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({ type: 'about:blank', title: expect.any(String), status, detail: expect.any(String) });
  });

  test('API-58: a bug is a neutral 500 without details', async () => {
    const tree = await addTree(server);
    await sql`alter table view_counts rename to away`.execute(server.db);
    const answer = await server.get(`/event_series/${tree.id}`);
    await sql`alter table away rename to view_counts`.execute(server.db);
    expect(answer).toMatchObject({ status: 500, body: { title: 'Internal Server Error', detail: 'Something went wrong on our side' } });
    expect(answer.text).not.toMatch(/select|view_counts|relation|\.ts|node_modules|stack/i);
  });
});
