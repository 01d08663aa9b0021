import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { addSeries, addSignUps } from '../bench/support/volume.ts';
import { openScene, type Scene, startServer, startStaff, type Staff } from './harness/scene.ts';

const [PHONES, PEOPLE] = [10, 300];
/** Every fifth person is checked in on two phones. */
const TWICE = 5;
/** Ten minutes, forty times as fast. */
const BETWEEN_MS = (15_000 * PHONES) / (PEOPLE + PEOPLE / TWICE);
/** The check-ins during which one of the phones has no network. */
const OFFLINE = { from: 14, to: 32 };
/** How many check-ins are answered before a server is killed, and before the database is. */
const KILLS = { server: 60, database: 150 };
const MANY = 50;

const linkSchema = z.object({ data: z.object({ url: z.string() }) });
const tapsSchema = z.object({ data: z.object({ taps: z.array(z.object({ outcome: z.string() })) }) });

/** The token of a door link. */
async function makeLink(staff: Staff, url: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}/door_link/add`, { method: 'POST', headers, body: JSON.stringify({ label: 'Front door' }) });
  return new URL(linkSchema.parse(await answer.json()).data.url).hash.slice(1);
}

/** A phone, which sends its check-ins until there is an answer; each attempt goes to the next server. */
function phoneAt(token: string, urls: readonly string[]) {
  const headers = { authorization: `Door ${token}`, phone: randomUUID(), 'content-type': 'application/json' };
  const outcomes: string[] = [];
  let failed = 0;
  const post = async (name: string, body: object): Promise<unknown> => {
    for (;;) {
      try {
        const url = `${urls[failed % urls.length]}/api/door/${name}`;
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        if (answer.ok) return await answer.json();
      } catch {
        // The server was killed.
      }
      failed += 1;
      await sleep(100);
    }
  };
  return {
    outcomes,
    failed: () => failed,
    open: async () => post('open', {}),
    send: async (kept: readonly { id: string; at: string; submission_id: string }[]) => {
      const taps = kept.map((tap) => ({ ...tap, here: true }));
      const answer = tapsSchema.parse(await post('taps', { sent_at: new Date().toISOString(), taps }));
      outcomes.push(...answer.data.taps.map(({ outcome }) => outcome));
    },
  };
}

async function readAttendance({ database: { db } }: Scene) {
  const stored =
    await sql`select submission_id as id, attended_at as at from registrations where attended_at is not null order by 1`.execute(db);
  const told = await sql`
    select submission_id as id, min(at) as at from registration_changes where kind = 'here' group by submission_id order by 1`.execute(db);
  return { stored: stored.rows, told: told.rows };
}

test('ATD-1, ATD-2, ATD-22: ten phones check in 300 people, one of them offline for a while, while a server and the database are killed: each is checked in once', async ({
  task,
}) => {
  const scene = await openScene();
  const staff = await startStaff();
  const event = { starts_at: new Date(), ends_at: new Date(Date.now() + 3_600_000) };
  const series = await addSeries(scene.database, { events: 1, event });
  await addSignUps(scene.database, [series], { signUps: PEOPLE, chosen: 'array[1]', address: 'number' });
  const servers = [1, 2].map(async () => startServer(scene, { ...staff.settings, ROLES: 'web' }));
  const [first, second] = await Promise.all(servers);
  const urls = [first?.url ?? '', second?.url ?? ''];
  const token = await makeLink(staff, urls[0] ?? '', `/api/event_series/${series.seriesId}/event/${series.eventIds[0]}`);
  const rows = await scene.database.db.selectFrom('submissions').select('id').orderBy('id').execute();
  const phones = Array.from({ length: PHONES }, () => phoneAt(token, urls));
  const answered = () => phones.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const kill = { server: () => first?.kill('SIGKILL'), database: () => killerOf(scene.embedded.pid())() };
  const due = new Set(['server', 'database'] as const);
  const checkIn = async (phone: (typeof phones)[number], index: number): Promise<void> => {
    await phone.open();
    const mine = rows.filter((_, place) => place % PHONES === index || (place % TWICE === 0 && (place + 1) % PHONES === index));
    const kept: { id: string; at: string; submission_id: string }[] = [];
    for (const [place, { id }] of mine.entries()) {
      kept.push({ id: randomUUID(), at: new Date().toISOString(), submission_id: id });
      const isOffline = index === 3 && place >= OFFLINE.from && place < OFFLINE.to;
      if (!isOffline) await phone.send(kept.splice(0, MANY));
      for (const which of due) if (answered() >= KILLS[which] && due.delete(which)) kill[which]();
      await sleep(BETWEEN_MS * Math.random() * 2);
    }
    if (kept.length > 0) await phone.send(kept);
  };
  await Promise.all(phones.map(checkIn));
  const { stored, told } = await readAttendance(scene);
  expect(stored).toHaveLength(PEOPLE);
  expect(stored).toEqual(told);
  const outcomes = phones.flatMap((phone) => phone.outcomes);
  expect([...new Set(outcomes)].toSorted()).toEqual(['already', 'done']);
  const failed = phones.reduce((sum, phone) => sum + phone.failed(), 0);
  expect(failed, 'calls that the kills cut off').toBeGreaterThan(0);
  const note = `${outcomes.length} check-ins of ${PEOPLE} people`;
  task.meta.faults = { answered: outcomes.length, refused: 0, failed, longestWaitMs: 0, lost: PEOPLE - stored.length, doubled: 0, note };
});
