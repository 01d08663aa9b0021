import { expect, test } from 'vitest';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { addSeries, addSignUps, limitFirst } from '../bench/support/volume.ts';
import { openScene, type Scene, startServer, startStaff, type Staff } from './harness/scene.ts';

const PLACES = 60;
const WAITING = 100;
/** How many calls are answered before a server is killed, and before the database is. */
const KILLS = { server: 15, database: 35 };
const CALLERS = 8;
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1' }; // Without mail nobody would be promoted.

interface Full {
  readonly seriesId: string;
  readonly eventId: string;
  readonly placed: readonly string[];
  /** In the order of the list. */
  readonly list: readonly string[];
}

/** An event without a free place, and people who wait for one, which they get immediately. */
async function fillEvent({ database }: Scene): Promise<Full> {
  const series = await addSeries(database, { events: 1 });
  await addSignUps(database, [series], { signUps: PLACES + WAITING, chosen: 'array[1]', address: 'number' });
  await limitFirst(database, series, {
    maximum: PLACES,
    waitingList: 'direct',
    status: `case when number <= ${PLACES} then 'confirmed' else 'waiting' end`,
  });
  const rows = await database.db.selectFrom('submissions').select('id').orderBy('submitted_at').execute();
  const ids = rows.map(({ id }) => id);
  return { seriesId: series.seriesId, eventId: series.eventIds[0] ?? '', placed: ids.slice(0, PLACES), list: ids.slice(PLACES) };
}

/** Calls until the answer is a success; each attempt goes to the next server. @returns how many attempts failed */
async function callUntilAnswered(staff: Staff, urls: readonly string[], path: string): Promise<number> {
  for (let failed = 0; ; failed += 1) {
    try {
      await staff.post(`${urls[failed % urls.length]}${path}`, {});
      return failed;
    } catch {
      // The server or the database was killed.
    }
  }
}

async function readRows({ database: { db } }: Scene, { eventId }: Full) {
  const rows = await db.selectFrom('registrations').select(['submission_id', 'status']).where('event_id', '=', eventId).execute();
  const changes = await db.selectFrom('registration_changes').select(['submission_id', 'kind']).where('event_id', '=', eventId).execute();
  const places = await db.selectFrom('event_places').select(['taken', 'waiting', 'unreachable']).executeTakeFirstOrThrow();
  const status = new Map(rows.map((row) => [row.submission_id, row.status]));
  return { status, changes, places, addresses: await db.selectFrom('form_counts').select('signups').executeTakeFirstOrThrow() };
}

test('a server and the database are killed while places are given up: each goes to one person, in the order of the list', async ({
  task,
}) => {
  const scene = await openScene();
  const staff = await startStaff();
  const full = await fillEvent(scene);
  const servers = [
    await startServer(scene, { ...staff.settings, ...MAIL, ROLES: 'web' }),
    await startServer(scene, { ...staff.settings, ...MAIL, ROLES: 'web' }),
  ];
  const [first] = servers;
  const urls = servers.map(({ url }) => url);
  const asked = [...full.placed];
  let answered = 0;
  let failed = 0;
  const caller = async (_: unknown, index: number): Promise<void> => {
    for (let id = asked.pop(); id !== undefined; id = asked.pop()) {
      const path = `/api/event_series/${full.seriesId}/event/${full.eventId}/submission/${id}/cancel`;
      failed += await callUntilAnswered(staff, index % 2 === 0 ? urls : urls.toReversed(), path);
      answered += 1;
      if (answered === KILLS.server) first?.kill('SIGKILL');
      if (answered === KILLS.database) killerOf(scene.embedded.pid())();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { status, changes, places, addresses } = await readRows(scene, full);
  expect(full.placed.filter((id) => status.get(id) !== 'cancelled')).toEqual([]);
  expect(full.list.map((id) => status.get(id))).toEqual([
    ...Array<string>(PLACES).fill('confirmed'),
    ...Array<string>(WAITING - PLACES).fill('waiting'),
  ]);
  for (const [kind, people] of [
    ['cancelled', full.placed],
    ['promoted', full.list.slice(0, PLACES)],
  ] as const) {
    const recorded = changes.filter((change) => change.kind === kind).map((change) => change.submission_id ?? '');
    expect(recorded.toSorted()).toEqual([...people].toSorted());
  }
  expect([places, addresses]).toEqual([{ taken: PLACES, waiting: WAITING - PLACES, unreachable: 0 }, { signups: PLACES }]);
  expect(failed, 'tries that the kills cut off').toBeGreaterThan(0);
  const note = `${answered} places given up and promoted, ${failed} calls repeated`;
  task.meta.faults = { answered, refused: 0, failed, longestWaitMs: 0, lost: 0, doubled: 0, note };
});
