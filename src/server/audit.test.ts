import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { isStaffWrite } from '#contract/endpoint.ts';
import { addTree, pathIn, validBodies } from '#server/testing/processes/call-tree.ts';
import { createTestServer } from '#server/testing/server.ts';
import { startWorld } from '#server/testing/worker.ts';
import type { Actor, AuditEntry } from './write.ts';

interface Line extends AuditEntry {
  readonly by: Actor;
}

const { settings } = await startWorld();
const lines: Line[] = [];
/** Like a table: a line is written in the transaction that it describes. */
const server = await createTestServer(settings, {
  audit: async (w, entry) => {
    await w.selectFrom('forms').select('id').limit(1).execute();
    lines.push({ by: w.by, ...entry });
  },
});

type Name = keyof typeof allCalls;
/** Calls that change nothing shared: tests, personal views, one's own calendars, and sample data. */
const WITHOUT_LINE: readonly Name[] = [
  'testSlack',
  'testMail',
  'testConnection',
  'addCalendarFeed',
  'deleteCalendarFeed',
  'dismissSeriesSetup',
  'dismissFormSetup',
  'loadSampleData',
];
const names = Object.keys(allCalls).filter(
  (name): name is Name => isStaffWrite(allCalls[name as Name]) && !WITHOUT_LINE.includes(name as Name),
);

async function linesOf(name: Name, tree: Awaited<ReturnType<typeof addTree>>, key: string = crypto.randomUUID()): Promise<Line[]> {
  lines.length = 0;
  const { path } = allCalls[name];
  const { status, text } = await server.post(pathIn(path, tree), validBodies(tree)[name], { headers: { 'idempotency-key': key } });
  expect([name, status, status === 200 ? '' : text]).toEqual([name, 200, '']);
  return [...lines];
}

test('each write of staff is recorded: by whom, by which call, and of what', { timeout: 120_000 }, async () => {
  const silent: Name[] = [];
  for (const name of names) {
    const of = await linesOf(name, await addTree(server, name));
    if (of.length === 0) silent.push(name);
    for (const { by, about } of of) {
      expect(by).toMatchObject({ kind: 'staff', name: 'Ada Marsh', email: 'ada@example.com', call: { path: allCalls[name].path } });
      expect(about).toMatchObject({ type: expect.any(String), id: expect.any(String), title: expect.any(String) });
    }
  }
  expect(silent).toEqual([]);
});

test('ATD-48: people added or let in at a door are recorded with the name of its link, and taps are not', async () => {
  const tree = await addTree(server, 'promoteRegistration');
  const { sendTaps, addWalkIn } = validBodies(tree);
  lines.length = 0;
  await server.post('/door/walk_in', addWalkIn, { headers: tree.door });
  expect(lines).toMatchObject([{ by: { kind: 'token', name: 'Ada Marsh' }, about: { type: 'submission', title: 'Wen Li' } }]);
  const { taps, ...call } = sendTaps as { taps: object[] };
  await server.post(
    '/door/taps',
    { ...call, taps: taps.map((tap) => ({ ...tap, id: crypto.randomUUID(), let_in: true })) },
    { headers: tree.door },
  );
  expect(lines.slice(1)).toMatchObject([
    { by: { name: 'Ada Marsh' }, changes: [{ name: 'status', before: 'waiting', after: 'confirmed' }] },
  ]);
  await server.post('/door/taps', { ...call, taps: taps.map((tap) => ({ ...tap, id: crypto.randomUUID() })) }, { headers: tree.door });
  expect(lines).toHaveLength(2);
});

test('an edit is recorded with the fields that it changes, before and after', async () => {
  const tree = await addTree(server);
  const [line] = await linesOf('editEventSeries', tree);
  expect(line?.about).toEqual({ type: 'series', id: tree.id, title: expect.any(String) });
  expect(line?.changes).toContainEqual({ name: 'closed_text', before: null, after: 'Closed' });
  expect(line?.changes?.map(({ name }) => name)).not.toContain('cover');
});

test('a change of one step is recorded with the name of the step', async () => {
  const tree = await addTree(server);
  const [line] = await linesOf('retryStep', tree);
  expect(line?.about).toEqual({ type: 'steps', id: tree.stepId, title: 'slack' });
});

test('a repeated call is recorded once', async () => {
  const tree = await addTree(server);
  expect(await linesOf('addEvent', tree, 'same')).toHaveLength(1);
  expect(await linesOf('addEvent', tree, 'same')).toEqual([]);
});
