import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { restoreCell } from '#contract/rules/csv-cell.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newPath(title = 'Day one') {
  const series = await addSeries(server);
  const { id: eventId } = await addEvent(server, series.id, { event_title: title });
  return { seriesId: series.id, eventId, url: `/event_series/${series.id}/event/${eventId}` };
}

async function download(url: string): Promise<{ header: string[]; rows: Record<string, string>[] }> {
  const { text, status } = await server.get(url);
  expect(status).toBe(200);
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return { header: meta.fields ?? [], rows: data };
}

const BUILT_IN = [
  'first_name',
  'last_name',
  'email',
  'job_title',
  'organisation',
  'message',
  'marketing',
  'id',
  'signups_count',
  'errors',
  'source_page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'submitted_at',
];

test('API-17, EXP-3, EXP-4, EXP-8, EXP-9: the export has the columns of the import, the rest, and one per field, deleted ones too', async () => {
  const { seriesId, eventId, url } = await newPath();
  const [, gone] = await addFields(
    server,
    seriesId,
    { label: 'First time', type: 'checkbox' },
    'Diet',
    { label: 'Small print', type: 'disclaimer' },
    'Never answered',
    'Notes',
  );
  const id = await signUp(server, seriesId, [eventId], {
    first_time: true,
    diet: 'Vegan',
    notes: 'Hi',
    utm_source: 'letter',
    accepts_marketing: true,
  });
  await addAttendee(server, seriesId, eventId, { first_name: 'Bea', email: 'ADA@example.com', message: 'two\n"lines"', first_time: false });
  await sql`insert into submission_steps (submission_id, step, state, message) values (${id}, 'slack', 'failed', 'not_in_channel')`.execute(
    server.db,
  );
  await server.post(`/event_series/${seriesId}/eventseriesformfield/${gone!.id}/delete`);
  const { header, rows } = await download(`${url}/export`);
  expect(header).toEqual([...BUILT_IN, 'first_time', 'never_answered', 'notes', 'diet', 'submitted_at in words']);
  expect(rows).toMatchObject([
    { first_name: 'Bea', message: 'two\n"lines"', marketing: '', first_time: 'no', diet: '', notes: '', errors: '' },
    {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      job_title: 'Analyst',
      organisation: 'Engines Ltd',
      message: '',
      marketing: 'yes',
      id,
      signups_count: '2',
      errors: 'Failed a step: slack - not_in_channel',
      utm_source: 'letter',
      submitted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      first_time: 'yes',
      diet: 'Vegan',
      notes: 'Hi',
    },
  ]);
});

test('EXP-1, EXP-2: the file has a byte-order mark, its name in a header, and the headers of a download', async () => {
  const { eventId, url } = await newPath('Été "50%"');
  const response = await fetch(`${server.url}/api${url}/export?utc_offset=60`, { headers: { authorization: 'Bearer staff' } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [year, month, day] = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10).split('-');
  const encoded = encodeURIComponent(`Été -50%- - ${eventId} - ${day}-${month}-${year}.csv`);
  expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encoded}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('EXP-10: the last column has the time as text, in TIME_ZONE', async () => {
  const { seriesId, eventId, url } = await newPath();
  const { id } = await addAttendee(server, seriesId, eventId, { first_name: 'Ann' });
  await sql`update submissions set submitted_at = '2026-07-04T22:05:00Z' where id = ${id}`.execute(server.db);
  const { header, rows } = await download(`${url}/export`);
  expect(header.at(-1)).toBe('submitted_at in words');
  expect(rows[0]).toMatchObject({
    submitted_at: '2026-07-04T22:05:00.000Z',
    'submitted_at in words': 'Saturday 4 July 2026, 23:05 BST',
  });
});

test('an event without attendees exports its header row only', async () => {
  const { url } = await newPath();
  expect(await download(`${url}/export`)).toEqual({ header: [...BUILT_IN, 'submitted_at in words'], rows: [] });
});

test('the export has the search, the filter and the order of the list', async () => {
  const { seriesId, eventId, url } = await newPath();
  for (const name of ['Cy', 'Ann', 'Bea'])
    await addAttendee(server, seriesId, eventId, { first_name: name, accepts_marketing: name !== 'Bea' });
  const { rows } = await download(`${url}/export?filter=marketing&sort=name`);
  expect(rows.map((row) => row.first_name)).toEqual(['Ann', 'Cy']);
});

async function downloadChosen(url: string, ids: readonly string[], query = ''): Promise<string[]> {
  const { text, status } = await server.post(`${url}/export${query}`, { ids });
  expect(status).toBe(200);
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return data.map((row) => row.first_name ?? '');
}

test('chosen attendees only, each once, in the order of the list, under the same name', async () => {
  const { seriesId, eventId, url } = await newPath('Chosen');
  const ids: string[] = [];
  for (const name of ['Cy', 'Ann', 'Bea']) ids.push((await addAttendee(server, seriesId, eventId, { first_name: name })).id);
  const [cy = '', ann = '', bea = ''] = ids;
  expect(await downloadChosen(url, [cy, bea, cy])).toEqual(['Bea', 'Cy']);
  expect(await downloadChosen(url, [cy.toUpperCase(), ann, bea], '?sort=name')).toEqual(['Ann', 'Bea', 'Cy']);
  const { headers } = await server.post(`${url}/export`, { ids });
  expect(headers.get('content-disposition')).toContain(`Chosen - ${eventId}`);
});

test('chosen attendees of another event or series are not in the file', async () => {
  const here = await newPath();
  const there = await newPath();
  const { id: mine } = await addAttendee(server, here.seriesId, here.eventId, { first_name: 'Mine' });
  const { id: theirs } = await addAttendee(server, there.seriesId, there.eventId, { first_name: 'Theirs' });
  expect(await downloadChosen(here.url, [mine, theirs])).toEqual(['Mine']);
  expect((await server.post(`/event_series/${there.seriesId}/event/${here.eventId}/export`, { ids: [mine] })).status).toBe(404);
});

test('EXP-7: more chosen attendees than one batch are in the file once each', async () => {
  const { seriesId, eventId, url } = await newPath();
  await fill(seriesId, eventId, 1_200);
  const rows = await server.db.selectFrom('submissions').select('id').orderBy('email').limit(1_100).execute();
  expect(
    new Set(
      await downloadChosen(
        url,
        rows.map((row) => row.id),
      ),
    ).size,
  ).toBe(1_100);
});

test.each([[{}], [{ ids: [] }], [{ ids: ['x'] }], [{ ids: 'all' }], [{ ids: Array.from({ length: 20_001 }, () => crypto.randomUUID()) }]])(
  'API-55: an export of chosen attendees with a wrong body is 422 (%#)',
  async (body) => {
    const { url } = await newPath();
    expect((await server.post(`${url}/export`, body)).status).toBe(422);
  },
);

test.each([['utc_offset=900'], ['utc_offset=x'], ['sort=x'], ['filter=x'], ['search=%00']])(
  'API-55: an export with %s is 422',
  async (query) => {
    const { url } = await newPath();
    expect((await server.get(`${url}/export?${query}`)).status).toBe(422);
  },
);

test('EXP-5, EXP-6: exported attendees are the same after they are added again, formulas and apostrophes included', async () => {
  const { seriesId, eventId, url } = await newPath();
  await addFields(
    server,
    seriesId,
    '=Wish',
    { label: 'Agreed', type: 'checkbox' },
    { label: 'Pick', type: 'select', options: ['+1', "'+1"] },
  );
  const people = [
    {
      first_name: '=1+1',
      last_name: "'=x",
      email: '+a@example.com',
      organisation: '@home',
      message: '-\n"x"',
      '=wish': '\u20ac;,',
      pick: "'+1",
    },
    { first_name: "'tis", last_name: '＝1', email: 'b@example.com', agreed: 'yes', accepts_marketing: true, pick: '+1' },
    { first_name: 'Plain', last_name: 'Person', email: 'c@example.com', job_title: '- ', message: 'vegetarian;=1+1', agreed: 'no' },
  ];
  for (const person of people) await addAttendee(server, seriesId, eventId, person);
  const first = await download(`${url}/export`);
  expect(first.header).toContain("'=wish");
  expect(first.rows.map(({ message }) => message)).toContain("vegetarian;'=1+1");
  const copy = await addEvent(server, seriesId);
  for (const row of first.rows.toReversed()) {
    const cells = Object.fromEntries(Object.entries(row).map(([key, cell]) => [restoreCell(key), restoreCell(cell)]));
    await addAttendee(server, seriesId, copy.id, { ...cells, accepts_marketing: cells.marketing !== '' });
  }
  const second = await download(`/event_series/${seriesId}/event/${copy.id}/export`);
  const imported = ['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message', 'marketing', "'=wish", 'agreed', 'pick'];
  const taken = (rows: Record<string, string>[]) => rows.map((row) => imported.map((key) => row[key]));
  expect(taken(second.rows)).toEqual(taken(first.rows));
});

async function fill(seriesId: string, eventId: string, count: number): Promise<void> {
  // In parts, because of the statement timeout.
  for (let from = 1; from <= count; from += 2_000)
    await sql`
    insert into submissions (id, form_id, first_name, last_name, email, email_key, message)
    select gen_random_uuid(), ${seriesId}, 'No ' || n, 'Person', n || '@example.com', n || '@example.com', (select string_agg(encode(sha512((n * 1000 + w)::text::bytea), 'base64'), ' ') from generate_series(1, 35) as w)
    from generate_series(${from}::integer, ${Math.min(from + 1_999, count)}::integer) as n`.execute(server.db);
  await sql`
    insert into registrations (event_id, submission_id, submitted_at)
    select ${eventId}, id, submitted_at from submissions`.execute(server.db);
  await sql`analyze`.execute(server.db);
}

/** Resolves when there has been no query for a while, and none is under way; returns the number of queries. */
async function untilQuiet(asked: { times: number }): Promise<number> {
  let before = -1;
  while (before !== asked.times || server.pool.idleCount < server.pool.totalCount) {
    before = asked.times;
    await setTimeout(300);
  }
  return asked.times;
}

test.each([
  ['csv', 'identity'],
  ['csv', 'gzip'],
  ['xlsx', 'identity'],
])(
  'EXP-7: a client that pauses pauses the reads from the database, one that disconnects ends them (%s, %s)',
  async (format, encoding) => {
    const { seriesId, eventId, url } = await newPath();
    await fill(seriesId, eventId, 20_000);
    const asked = { times: 0 };
    server.pool.on('acquire', () => {
      asked.times += 1;
    });
    const headers = { authorization: 'Bearer staff', 'accept-encoding': encoding };
    const call = request(`${server.url}/api${url}/export?format=${format}`, { headers });
    await new Promise<void>((resolve, reject) => {
      call.once('response', (response) => {
        response.once('data', () => {
          response.pause();
          resolve();
        });
      });
      call.once('error', reject);
      call.end();
    });
    const whilePaused = await untilQuiet(asked);
    call.destroy();
    const afterwards = await untilQuiet(asked);
    // The whole file takes 20 batches of two queries each, more than the buffers between server and reader hold.
    expect(whilePaused).toBeLessThan(40);
    expect(afterwards).toBeLessThanOrEqual(whilePaused + 2);
  },
  30_000,
);
