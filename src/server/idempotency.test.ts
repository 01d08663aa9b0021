import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addForm, addSeries, newEvent } from '#server/testing/staff-calls.ts';
import { scriptDeps, SERVER } from '#server/write.ts';
import { bodyHash, type CallId, purgeIdempotencyKeys, writeOnce } from './idempotency.ts';

const server = await createTestServer();
const { db } = server;

const callIdWith = (values: Partial<CallId> = {}): CallId => ({
  scope: 'event_series/add',
  key: 'k',
  bodyHash: bodyHash({ title: 'A' }),
  ...values,
});

/** Adds a series as a command would; gives its id. */
const add = (callId: CallId, title = 'A'): Promise<{ id: string }> =>
  writeOnce(scriptDeps(db), SERVER, callId, {
    add: (w) => w.insertInto('forms').values({ id: newId(), kind: 'series', title }).returning('id').executeTakeFirstOrThrow(),
    find: (w, id) => w.selectFrom('forms').select('id').where('id', '=', id).executeTakeFirst(),
  });

const countSeries = async () => (await db.selectFrom('forms').select('id').execute()).length;
const ageKeys = (hours: number) =>
  db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .execute();

describe('adding once', () => {
  test('IDEM-5: a key is remembered for 24 hours', async () => {
    const first = await add(callIdWith());
    await ageKeys(23.9);
    expect(await add(callIdWith())).toEqual(first);
    await ageKeys(24.1);
    const second = await add(callIdWith({ bodyHash: bodyHash({ title: 'B' }) }));
    expect(second).not.toEqual(first);
    await expect(add(callIdWith())).rejects.toMatchObject({ code: 'conflict' });
  });

  test('without a key, with another key or in another scope, it adds again', async () => {
    await add(callIdWith());
    await add(callIdWith({ key: 'other' }));
    await add(callIdWith({ scope: 'event_series/x/event/add' }));
    await add(callIdWith({ key: undefined }));
    await add(callIdWith({ key: undefined }));
    expect(await countSeries()).toBe(5);
  });

  test('a failed add leaves its key unused', async () => {
    const fails = { add: () => Promise.reject(new Error('no')), find: async () => undefined };
    await expect(writeOnce(scriptDeps(db), SERVER, callIdWith(), fails)).rejects.toThrow('no');
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });
});

test('IDEM-5: the cleanup deletes only keys older than a day', async () => {
  await add(callIdWith());
  await ageKeys(24.1);
  await add(callIdWith({ key: 'young' }));
  expect(await purgeIdempotencyKeys(db)).toBe(1);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});

/** A series, an event of it, a marketing form and a feedback list, by their names in the paths below. */
async function addOwners() {
  const series = (await addSeries(server)).id;
  const event = (await addEvent(server, series)).id;
  const list = await server.post('/website-feedback/add', { title: 'Website' });
  return { series, event, form: (await addForm(server)).id, list: list.body.data.id as string };
}
type Owners = Awaited<ReturnType<typeof addOwners>>;
type Add = [what: string, path: string, body: (word: string, owners: Owners) => unknown, table: (typeof TABLES)[number]];

const TABLES = ['forms', 'events', 'form_fields', 'submissions', 'feedback_lists', 'feedback_entries'] as const;
const ADDS: Add[] = [
  ['a series', '/event_series/add', (title) => ({ title }), 'forms'],
  ['a form', '/form/add', (title) => ({ title }), 'forms'],
  ['an event', '/event_series/:series/event/add', (event_title) => newEvent({ event_title }), 'events'],
  ['a field of a series', '/event_series/:series/addeventseriesformfields', (label) => [{ type: 'input', label }], 'form_fields'],
  ['a field of a form', '/form/:form/addformfields', (label) => ({ formFields: [{ type: 'input', label }] }), 'form_fields'],
  ['an attendee', '/event_series/:series/event/:event/submission/add', (first_name) => newSignUp({ first_name }), 'submissions'],
  ['a sign-up', '/event_series/:series/submit', (first_name, { event }) => newSignUp({ first_name, events: [event] }), 'submissions'],
  ['a sign-up on a form', '/form/:form/submit', (first_name) => newSignUp({ first_name }), 'submissions'],
  ['a feedback list', '/website-feedback/add', (title) => ({ title }), 'feedback_lists'],
  ['an entry of feedback', '/website-feedback/:list/submit', (comment) => ({ rating: 4, comment }), 'feedback_entries'],
];

describe.each(ADDS)('the same key again for %s', (_what, path, body, table) => {
  const send = (owners: Owners, word: string) => {
    const url = path.replaceAll(/:(\w+)/g, (_, name: string) => owners[name as keyof Owners]);
    return server.post(url, body(word, owners), { headers: { 'idempotency-key': 'k' } });
  };
  const idsOf = async () => (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);

  test('IDEM-1, IDEM-2: gives the first answer and writes nothing, also at the same moment', async () => {
    const owners = await addOwners();
    const before = await idsOf();
    const answers = await Promise.all([1, 2, 3, 4].map(async () => send(owners, 'Once')));
    answers.push(await send(owners, 'Once'));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 ${answers[0]?.text}`]));
    expect(await idsOf()).toHaveLength(before.length + 1);
  });

  test('IDEM-3, IDEM-4, API-53: is a conflict with another body, until the row is deleted; with another owner it is another key', async () => {
    const owners = await addOwners();
    const before = await idsOf();
    const first = await send(owners, 'Once');
    expect((await send(owners, 'Other')).status).toBe(409);
    expect(await idsOf()).toHaveLength(before.length + 1);
    await db.deleteFrom(table).where('id', 'not in', before.concat(newId())).execute();
    const second = await send(owners, 'Other');
    expect([second.status, second.text === first.text]).toEqual([200, false]);
    expect((await send(owners, 'Other')).text).toBe(second.text);
    if (path.includes(':')) expect((await send(await addOwners(), 'Once')).status).toBe(200);
  });
});
