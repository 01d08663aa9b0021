import { describe, expect, test } from 'vitest';
import { leadProgressSchema } from '#contract/steps/duplicate-leads.ts';
import { createTestServer } from '#server/testing/server.ts';
import { newLead } from '#server/testing/services/copper.ts';
import { startWorld } from '#server/testing/worker.ts';
import { groupLeads } from './duplicate-leads.ts';

const world = await startWorld();
const { copper } = world;
const server = await createTestServer(world.settings);
const bare = await createTestServer();

const leadsOf = (count: number, email: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => newLead(index + 1, { email: { email: email(index), category: 'work' } }));

interface Event {
  event: string;
  data: { read?: number; total?: number; message?: string };
}

async function readEvents(url = server.url): Promise<Event[]> {
  const response = await fetch(`${url}/api/getduplicateslead/progress`, {
    headers: { authorization: 'Bearer staff', 'accept-encoding': 'gzip' },
  });
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    null,
  ]);
  const text = await response.text();
  return text
    .trim()
    .split('\n\n')
    .map((each) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(each) ?? [];
      return { event, data: JSON.parse(data) };
    });
}

describe('the result', () => {
  test('DUP-1, DUP-3, DUP-10, API-33, ENT-26: all pages are read; leads that share an address stand under it in lower case', async () => {
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

  test('several calls at once cause one reading', async () => {
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

  test('DUP-12: an unreachable CRM is reported in words, and the next call tries again', async () => {
    copper.behaviours.set({ kind: 'status', status: 401 });
    const { status, body } = await server.get('/getduplicateslead');
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Copper does not accept our token')]);
    copper.behaviours.set({ kind: 'work' });
    expect((await server.get('/getduplicateslead')).status).toBe(200);
  });

  test('DUP-12: a long pause that Copper asked for is reported in words, here and by the test of the connection', async () => {
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

  test('DUP-12: a server without configuration says so in words', async () => {
    const { status, body } = await bare.get('/getduplicateslead');
    expect([status, body.detail]).toEqual([503, 'Not connected. Ask whoever runs this server.']);
    expect(await readEvents(bare.url)).toEqual([{ event: 'failed', data: { message: 'Not connected. Ask whoever runs this server.' } }]);
  });

  test('a reading whose process has died is started again', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    await server.db
      .insertInto('duplicate_lead_reads')
      .values({ id, alive_at: new Date(Date.now() - 21_000), leads_read: 5 })
      .execute();
    copper.leads.push(newLead(1));
    expect((await server.get('/getduplicateslead')).body.data.total).toBe(1);
  });

  test.each(['/getduplicateslead', '/getduplicateslead/progress'])('%s is for staff only', async (path) => {
    expect((await server.get(path, { as: 'visitor' })).status).toBe(401);
    expect((await server.get(path, { as: 'outsider' })).status).toBe(403);
  });
});

describe('the progress', () => {
  test('DUP-15: is sent to all followers as it grows, and ends with the result', async () => {
    copper.leads.push(...leadsOf(600, (index) => `lead.${index % 500}@example.com`));
    copper.behaviours.set({ kind: 'slow', ms: 400 });
    const [first, second, answer] = await Promise.all([readEvents(), readEvents(), server.get('/getduplicateslead')]);
    expect(first.map(({ event, data }) => [event, data])).toEqual([
      ['progress', { read: 0, total: null }],
      ['progress', { read: 200, total: 600 }],
      ['progress', { read: 400, total: 600 }],
      ...(first.length === 5 ? [['progress', { read: 600, total: 600 }]] : []),
      ['done', {}],
    ]);
    const progress = second.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect(progress.map((data) => leadProgressSchema.parse(data))).toEqual(progress);
    expect(second.at(-1)).toEqual({ event: 'done', data: {} });
    expect(answer.body.data.count).toBe(200);
  });

  test('a failure is its last event', async () => {
    copper.behaviours.set({ kind: 'status', status: 403 });
    expect((await readEvents()).at(-1)).toEqual({ event: 'failed', data: { message: expect.stringContaining('COPPER_API_TOKEN') } });
  });
});

test('addresses of any shape are keys, and nothing else', () => {
  const lead = (id: number, email: string) => ({ id, name: 'a\u0000b', company_name: ' ', email: { email } });
  const { duplicates } = groupLeads(
    ['__proto__', 'constructor', '<b>', ' '].flatMap((email, index) => [lead(index, email), lead(index + 10, email.toUpperCase())]),
  );
  expect(Object.keys(duplicates).toSorted()).toEqual(['<b>', '__proto__', 'constructor']);
  expect(duplicates.constructor).toEqual([
    { id: '1', name: 'ab', company: null },
    { id: '11', name: 'ab', company: null },
  ]);
});
