import { afterAll, describe, expect, test } from 'vitest';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';
import { newLead } from '#server/testing/services/copper.ts';
import { launchWorker, startWorld, until } from '#server/testing/worker.ts';
import { groupLeads } from './duplicate-leads.ts';

const world = await startWorld();
const { copper } = world;
const server = await createTestServer(world.settings);
const bare = await createTestServer();
let worker = await launchWorker({ ...server, url: server.databaseUrl }, world.settings);
afterAll(async () => worker.stop());

const leadsOf = (count: number, email: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => newLead(index + 1, { email: { email: email(index), category: 'work' } }));

const look = async (reading?: string) => server.get(`/getduplicateslead/progress${reading === undefined ? '' : `?reading=${reading}`}`);

/** The states of a read that are shown until it ends, each once. */
async function follow() {
  const { id } = (await look()).body.data;
  const seen: unknown[] = [];
  await until('the reading to end', async () => {
    const { status, body } = await look(id);
    const shown = status === 200 ? [body.data.read, body.data.total, body.data.result?.count ?? null] : [status, body.detail];
    if (JSON.stringify(seen.at(-1)) !== JSON.stringify(shown)) seen.push(shown);
    return status !== 200 || body.data.result !== null;
  });
  return seen;
}

describe('the result', () => {
  test('DUP-1, DUP-3, DUP-10, API-33, ENT-26: all pages are read; leads that share an address are listed under it in lower case', async () => {
    copper.leads.push(...leadsOf(450, (index) => `lead.${index}@example.com`));
    copper.leads.push(newLead(900, { name: 'Second', company_name: 'Acme', email: { email: ' Lead.3@Example.com', category: 'work' } }));
    copper.leads.push(newLead(901, { name: '', email: null }), newLead(902, { name: 'x', email: null }));
    const { status, body } = await server.get('/getduplicateslead');
    expect([status, body.data]).toEqual([
      200,
      {
        total: 453,
        count: 2,
        duplicates: {
          'lead.3@example.com': [
            { id: '4', name: 'Ada Lovelace', company: null },
            { id: '900', name: 'Second', company: 'Acme' },
          ],
        },
      },
    ]);
    expect(copper.behaviours.requests).toBe(3);
  });

  test('DUP-11: is cached for five minutes, for all servers, and then read again', async () => {
    copper.leads.push(newLead(1));
    await server.get('/getduplicateslead');
    const before = copper.behaviours.requests;
    copper.leads.push(newLead(2));
    expect((await server.get('/getduplicateslead')).body.data.total).toBe(1);
    expect(copper.behaviours.requests).toBe(before);
    await server.db
      .updateTable('duplicate_lead_reads')
      .set({ finished_at: new Date(Date.now() - 301_000) })
      .execute();
    expect((await server.get('/getduplicateslead')).body.data.total).toBe(2);
  });

  test('several simultaneous calls cause one read', async () => {
    copper.leads.push(...leadsOf(10, () => 'ada@example.com'));
    const before = copper.behaviours.requests;
    copper.behaviours.set({ kind: 'slow', ms: 300 });
    const answers = await Promise.all(Array.from({ length: 8 }, async () => server.get('/getduplicateslead')));
    expect(answers.map(({ body }) => body.data.count)).toEqual(Array.from({ length: 8 }, () => 10));
    expect(copper.behaviours.requests - before).toBe(1);
  });

  test('DUP-13: no leads, and no duplicates, are results too', async () => {
    expect((await server.get('/getduplicateslead')).body.data).toEqual({ total: 0, count: 0, duplicates: {} });
  });

  test('a page that fails temporarily is read again', async () => {
    copper.leads.push(...leadsOf(300, (index) => `lead.${index}@example.com`));
    copper.behaviours.set({ kind: 'work' }, { kind: 'wait', retryAfterSeconds: 1 }, { kind: 'cut' }, { kind: 'work' });
    expect((await server.get('/getduplicateslead')).body.data.total).toBe(300);
  });

  test('DUP-12: an unreachable CRM is reported with a message, and the next call tries again', async () => {
    copper.behaviours.set({ kind: 'status', status: 401 });
    const { status, body } = await server.get('/getduplicateslead');
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Copper does not accept our token')]);
    copper.behaviours.set({ kind: 'work' });
    expect((await server.get('/getduplicateslead')).status).toBe(200);
  });

  test('DUP-12: a long pause that Copper asked for is reported with a message, here and by the test of the connection', async () => {
    copper.behaviours.set({ kind: 'wait', retryAfterSeconds: 1_800 }, { kind: 'work' });
    expect((await server.get('/getduplicateslead')).status).toBe(503);
    const asked = copper.behaviours.requests;
    const words = 'Copper asked for a pause, which lasts for another 30 minutes.';
    const later = await server.get('/getduplicateslead');
    expect([later.status, later.body.detail]).toEqual([503, words]);
    const tested = await server.post('/connections/copper/test', {});
    expect([tested.status, tested.body.detail]).toEqual([503, words]);
    expect(copper.behaviours.requests).toBe(asked);
    await server.db.deleteFrom('service_pace').execute();
  });

  test('DUP-12: a server without configuration says so with a message', async () => {
    const { status, body } = await bare.get('/getduplicateslead');
    expect([status, body.detail]).toEqual([503, 'Not connected. Ask whoever runs this server.']);
    expect((await bare.get('/getduplicateslead/progress')).body.detail).toBe('Not connected. Ask whoever runs this server.');
  });

  test('a read whose worker has died is continued by another', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    await server.db
      .insertInto('duplicate_lead_reads')
      .values({ id, alive_at: new Date(Date.now() - 21_000), leads_read: 5 })
      .execute();
    copper.leads.push(newLead(1));
    expect((await server.get('/getduplicateslead')).body.data.total).toBe(1);
    expect((await look(id)).body.data).toMatchObject({ id, read: 1 });
  });

  test('a worker whose read another has taken over in the meantime stores nothing', async () => {
    const { db } = server;
    copper.leads.push(newLead(1));
    copper.behaviours.set({ kind: 'slow', ms: 4_500 }, { kind: 'work' });
    const asked = copper.behaviours.requests;
    const { id } = (await look()).body.data;
    await until('the first worker to ask Copper', () => copper.behaviours.requests > asked);
    await db
      .updateTable('duplicate_lead_reads')
      .set({ alive_at: new Date(Date.now() - 21_000) })
      .execute();
    const other = await launchWorker({ ...server, url: server.databaseUrl }, world.settings);
    await until('the other worker to read', async () => (await look(id)).body.data.result !== null);
    copper.leads.push(newLead(2));
    await worker.stop();
    worker = other;
    expect(await db.selectFrom('duplicate_lead_reads').select(['claims', 'leads_read', 'result']).where('id', '=', id).execute()).toEqual([
      { claims: 2, leads_read: 1, result: { total: 1, count: 0, duplicates: {} } },
    ]);
  });

  test('DUP-12, DUP-14: without a worker a message says so after half a minute, and a worker that comes later reads', async () => {
    await worker.stop();
    copper.leads.push(newLead(1));
    const waiting = server.get('/getduplicateslead');
    await until(
      'the reading to be asked for',
      async () => (await server.db.selectFrom('duplicate_lead_reads').select('id').execute()).length > 0,
    );
    await server.db
      .updateTable('duplicate_lead_reads')
      .set({ started_at: new Date(Date.now() - 30_001) })
      .execute();
    const { status, body } = await waiting;
    expect([status, body.detail]).toEqual([
      503,
      'The leads are not being read, since no worker of this server is running. Ask whoever runs it.',
    ]);
    const again = server.get('/getduplicateslead');
    worker = await launchWorker({ ...server, url: server.databaseUrl }, world.settings);
    expect((await again).body.data.total).toBe(1);
  });

  test.each(['/getduplicateslead', '/getduplicateslead/progress'])('%s is for staff only', async (path) => {
    expect((await server.get(path, { as: 'visitor' })).status).toBe(401);
    expect((await server.get(path, { as: 'outsider' })).status).toBe(403);
  });
});

describe('the progress', () => {
  test('DUP-15: is the same for everyone, grows to the result, and open screens are notified of it', async () => {
    copper.leads.push(...leadsOf(600, (index) => `lead.${index % 500}@example.com`));
    copper.behaviours.set({ kind: 'slow', ms: 400 });
    const live = await readLive(server.url);
    const [first, second, answer] = await Promise.all([follow(), follow(), server.get('/getduplicateslead')]);
    expect(first).toEqual([
      [0, null, null],
      [200, 600, null],
      [400, 600, null],
      [600, 600, 200],
    ]);
    expect(second.at(-1)).toEqual(first.at(-1));
    expect(answer.body.data.count).toBe(200);
    await until('the notices', () => live.notices('leads').by.length > 0);
  });

  test('DUP-12: a failure is reported to everyone who follows the read, and the next one begins again', async () => {
    copper.behaviours.set({ kind: 'status', status: 403 });
    expect((await follow()).at(-1)).toEqual([503, expect.stringContaining('COPPER_API_TOKEN')]);
    copper.behaviours.set({ kind: 'work' });
    expect((await follow()).at(-1)).toEqual([0, 0, 0]);
  });
});

test('addresses of any shape are keys, and nothing else', () => {
  const lead = (id: number, email: string) => ({ id, name: 'a\u0000b', company_name: ' ', email: { email } });
  const { duplicates } = groupLeads(
    ['__proto__', 'constructor', '<b>', ' '].flatMap((email, index) => [lead(index, email), lead(index + 10, email.toUpperCase())]),
  );
  expect(Object.keys(duplicates).toSorted()).toEqual(['__proto__', 'b', 'constructor']);
  expect(duplicates.constructor).toEqual([
    { id: '1', name: 'ab', company: null },
    { id: '11', name: 'ab', company: null },
  ]);
});
