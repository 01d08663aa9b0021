import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newPath(): Promise<{ seriesId: string; eventId: string; url: string }> {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  return { seriesId: series.id, eventId: event.id, url: `/event_series/${series.id}/event/${event.id}` };
}

/** First names of a page. */
async function names(url: string): Promise<string[]> {
  const answer = await server.get(url);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data.submissions.map((submission: { first_name: string }) => submission.first_name);
}

/** First names of all pages, two rows each. */
async function pages(url: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await server.get(`${url}&limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...body.data.submissions.map((submission: { first_name: string }) => submission.first_name));
    cursor = body.data.next_cursor;
  }
  return found;
}

const setTime = (id: string, time: string) =>
  server.db.transaction().execute(async (tx) => {
    await sql`update submissions set submitted_at = ${time} where id = ${id}`.execute(tx);
    await sql`update registrations set submitted_at = ${time} where submission_id = ${id}`.execute(tx);
  });

test('API-3, API-74, ENT-8, ENT-9, ENT-11: an event gives its fields and its submissions to staff, answers as further keys', async () => {
  const { seriesId, eventId, url } = await newPath();
  await addFields(server, seriesId, 'Diet', { label: 'First time?', type: 'checkbox' });
  const id = await signUp(server, seriesId, [eventId], {
    diet: 'Vegan',
    'first_time?': true,
    utm_source: 'letter',
    accepts_marketing: true,
  });
  const statuses = (['visitor', 'forger', 'outsider'] as const).map(async (as) => (await server.get(`${url}/`, { as })).status);
  expect(await Promise.all(statuses)).toEqual([401, 401, 403]);
  const { body } = await server.get(`${url}/`);
  expect(body.data).toMatchObject({
    id: eventId,
    event_title: 'Day one',
    googleCalendarId: 'calendar-1',
    submissions_count: 1,
    next_cursor: null,
  });
  expect(body.data.submissions).toEqual([
    {
      id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      job_title: 'Analyst',
      organisation: 'Engines Ltd',
      email: 'ada@example.com',
      accepts_marketing: true,
      message: null,
      submitted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      errors: [],
      signups_count: 1,
      diet: 'Vegan',
      'first_time?': true,
      utm_source: 'letter',
      _status: expect.objectContaining({ steps_total: 0 }),
      _version: 1,
    },
  ]);
});

test('ATT-6, API-85: submissions are listed newest first, and each is on one page', async () => {
  const { seriesId, eventId, url } = await newPath();
  for (const name of ['Ann', 'Bea', 'Cy', 'Dan', 'Eve']) await addAttendee(server, seriesId, eventId, { first_name: name });
  expect(await names(url)).toEqual(['Eve', 'Dan', 'Cy', 'Bea', 'Ann']);
  expect(await pages(`${url}?`)).toEqual(['Eve', 'Dan', 'Cy', 'Bea', 'Ann']);
  expect(await pages(`${url}?direction=asc`)).toEqual(['Ann', 'Bea', 'Cy', 'Dan', 'Eve']);
});

test('API-85: rows of the same microsecond are neither skipped nor repeated between pages, however they are sorted', async () => {
  const { seriesId, eventId, url } = await newPath();
  for (const name of ['Ann', 'Bea', 'Cy', 'Dan', 'Eve']) {
    const { id } = await addAttendee(server, seriesId, eventId, { first_name: name, organisation: 'Same' });
    await setTime(id, '2026-01-02T03:04:05.123456Z');
  }
  for (const sort of ['submitted_at', 'status', 'organisation', 'signups_count', 'name', 'first_name', 'email']) {
    for (const direction of ['asc', 'desc']) {
      expect((await pages(`${url}?sort=${sort}&direction=${direction}`)).toSorted()).toEqual(['Ann', 'Bea', 'Cy', 'Dan', 'Eve']);
    }
  }
});

test('API-85: a page continues where the last one ended, even if its last row was deleted and a new one added', async () => {
  const { seriesId, eventId, url } = await newPath();
  const ids = new Map<string, string>();
  for (const name of ['Ann', 'Bea', 'Cy', 'Dan']) ids.set(name, (await addAttendee(server, seriesId, eventId, { first_name: name })).id);
  const { body } = await server.get(`${url}?limit=2`);
  await server.post(`${url}/submission/${ids.get('Cy')}/delete`);
  await addAttendee(server, seriesId, eventId, { first_name: 'New' });
  expect(await names(`${url}?limit=2&cursor=${body.data.next_cursor}`)).toEqual(['Bea', 'Ann']);
});

test('ATT-1: the list sorts by each of its columns, both ways', async () => {
  const { seriesId, eventId, url } = await newPath();
  await addAttendee(server, seriesId, eventId, { first_name: 'bea', organisation: 'Zoo', email: 'c@example.com' });
  await addAttendee(server, seriesId, eventId, { first_name: 'Ann', organisation: 'Yard', email: 'b@example.com' });
  await addAttendee(server, seriesId, eventId, { first_name: 'Cy', organisation: 'apple', email: 'A@example.com' });
  const other = await addEvent(server, seriesId);
  await addAttendee(server, seriesId, other.id, { email: 'B@example.com ' });
  expect(await names(`${url}?sort=name`)).toEqual(['Ann', 'bea', 'Cy']);
  expect(await names(`${url}?sort=name&direction=desc`)).toEqual(['Cy', 'bea', 'Ann']);
  expect(await names(`${url}?sort=organisation`)).toEqual(['Cy', 'Ann', 'bea']);
  expect(await names(`${url}?sort=email`)).toEqual(['Cy', 'Ann', 'bea']);
  expect((await names(`${url}?sort=signups_count&direction=desc`))[0]).toBe('Ann');
  expect((await names(`${url}?sort=signups_count`)).at(-1)).toBe('Ann');
});

test('ATT-2: No of Signups counts the registrations of the address in the whole series, also for hidden events', async () => {
  const { seriesId, eventId, url } = await newPath();
  const [second, hidden] = [await addEvent(server, seriesId), await addEvent(server, seriesId, { show_on_form: false })];
  await signUp(server, seriesId, [eventId, second.id], { email: 'ada@example.com' });
  await addAttendee(server, seriesId, hidden.id, { email: ' ADA@example.com' });
  const elsewhere = await newPath();
  await signUp(server, elsewhere.seriesId, [elsewhere.eventId], { email: 'ada@example.com' });
  const { body } = await server.get(url);
  expect(body.data.submissions[0].signups_count).toBe(3);
});

test('ATT-4, ATT-5, DATA-15: duplicates are submissions minus distinct addresses, compared without case', async () => {
  const { seriesId, eventId, url } = await newPath();
  for (const email of ['ada@example.com', 'ADA@example.com', ' ada@example.com ', 'bea@example.com']) {
    await addAttendee(server, seriesId, eventId, { email });
  }
  const whole = await server.get(url);
  expect(whole.body.data).toMatchObject({ submissions_count: 4, duplicates_count: 2, duplicate_emails: ['ada@example.com'] });
  const series = await server.get(`/event_series/${seriesId}`);
  expect(series.body.data.events[0]).toMatchObject({ submissions_count: 4, duplicates_count: 2 });
  const without = await server.get(`/event_series/${seriesId}?duplicates=false`);
  expect(without.body.data.events[0]).not.toHaveProperty('duplicates_count');
  await addEvent(server, seriesId);
  const alone = await server.get(`/event_series/${seriesId}/duplicates`);
  expect(alone.body.data).toEqual([{ event_id: eventId, duplicates_count: 2, is_minimum: false }]);
  expect((await server.get(`/event_series/${randomUUID()}/duplicates`)).status).toBe(404);
  const filtered = await server.get(`${url}?filter=duplicates&limit=2`);
  expect(filtered.body.data).toMatchObject({ matches_count: 3, submissions_count: 4 });
});

test('ATT-3: the filter of today uses the start of the viewer’s day', async () => {
  const { seriesId, eventId, url } = await newPath();
  const { id } = await addAttendee(server, seriesId, eventId, { first_name: 'Old' });
  await setTime(id, '2026-03-01T22:59:59.999Z');
  const { id: later } = await addAttendee(server, seriesId, eventId, { first_name: 'Edge' });
  await setTime(later, '2026-03-01T23:00:00Z');
  await addAttendee(server, seriesId, eventId, { first_name: 'Now' });
  expect(await names(`${url}?filter=today&today_from=2026-03-01T23:00:00Z`)).toEqual(['Now', 'Edge']);
  expect(await names(`${url}?filter=today`)).toEqual(['Now']);
});

test('a search matches name, organisation and email in any case, and treats % and _ literally', async () => {
  const { seriesId, eventId, url } = await newPath();
  await addAttendee(server, seriesId, eventId, { first_name: 'Ann', last_name: 'Zed', organisation: '100% Organic' });
  await addAttendee(server, seriesId, eventId, { first_name: 'Bea', organisation: 'snake_case', email: 'bea@example.org' });
  await addAttendee(server, seriesId, eventId, { first_name: 'Cy', organisation: String.raw`back\slash` });
  expect(await names(`${url}?search=ann%20zED`)).toEqual(['Ann']);
  expect(await names(`${url}?search=%25`)).toEqual(['Ann']);
  expect(await names(`${url}?search=_`)).toEqual(['Bea']);
  expect(await names(`${url}?search=%5C`)).toEqual(['Cy']);
  expect(await names(`${url}?search=EXAMPLE.ORG`)).toEqual(['Bea']);
  expect(await names(`${url}?search=nobody`)).toEqual([]);
  expect(await names(`${url}?search=%20`)).toHaveLength(3);
});

test.each([
  'BEA@Example.org;cy@example.org, nobody@example.org',
  'Bea Moss <bea@example.org>, "Cy, Dee" <cy@example.org>, nobody@example.org',
  'mailto:bea@example.org\tcy@example.org\u00a0',
  'bea@example.org\r\ncy@example.org\r\nbea@example.org',
  '王 <bea@example.org>、cy@example.org，nobody@example.org；no/body@example.org',
  'bea@example.org/cy@example.org|nobody@example.org',
  `${'nobody.at.all@example.org, '.repeat(200)}bea@example.org, cy@example.org`,
])('a search for several addresses finds each of them: %s', async (text) => {
  const { seriesId, eventId, url } = await newPath();
  for (const name of ['Ann', 'Bea', 'Cy']) {
    await addAttendee(server, seriesId, eventId, { first_name: name, email: `${name.toLowerCase()}@example.org` });
  }
  const query = `?search=${encodeURIComponent(text)}`;
  expect(await names(url + query)).toEqual(['Cy', 'Bea']);
  expect((await server.get(`${url}/counts${query}`)).body.data).toMatchObject({ all: 2 });
});

test('the marketing filters separate those who accept it from those who do not', async () => {
  const { seriesId, eventId, url } = await newPath();
  await addAttendee(server, seriesId, eventId, { first_name: 'Yes', accepts_marketing: true });
  await addAttendee(server, seriesId, eventId, { first_name: 'No' });
  expect(await names(`${url}?filter=marketing`)).toEqual(['Yes']);
  expect(await names(`${url}?filter=no_marketing`)).toEqual(['No']);
});

const step = (id: string, name: string, state: string, attempts: number, message = '') =>
  sql`insert into submission_steps (submission_id, step, state, attempts, message, next_try_at)
    values (${id}, ${name}, ${state}, ${attempts}, ${message}, case when ${state} = 'waiting' then '2050-01-01T00:00:00Z'::timestamptz end)`.execute(
    server.db,
  );

test('ATT-8, ATT-14, ENT-10: the status of a submission is the worst state of its steps', async () => {
  const { seriesId, eventId, url } = await newPath();
  const ids = new Map<string, string>();
  for (const name of ['Failed', 'Retrying', 'Waiting', 'Done', 'Awaiting', 'Nothing']) {
    ids.set(name, await signUp(server, seriesId, [eventId], { first_name: name }));
  }
  await sql`update submissions set awaiting_fan_out = first_name = 'Awaiting'`.execute(server.db);
  await step(ids.get('Failed')!, 'slack', 'failed', 9, 'channel_not_found');
  await step(ids.get('Failed')!, 'crm', 'waiting', 0);
  await step(ids.get('Retrying')!, 'email', 'waiting', 2, 'connection refused');
  await step(ids.get('Retrying')!, 'slack', 'succeeded', 1, 'sent');
  await step(ids.get('Waiting')!, 'slack', 'waiting', 0);
  await step(ids.get('Done')!, 'slack', 'succeeded', 1, 'sent');
  await addAttendee(server, seriesId, eventId, { first_name: 'Added' });
  const { body } = await server.get(`${url}?sort=status`);
  const found = body.data.submissions.map((submission: { first_name: string; _status: { state: string } }) => [
    submission.first_name,
    submission._status.state,
  ]);
  expect(found).toEqual([
    ['Retrying', 'failed'],
    ['Failed', 'failed'],
    ['Awaiting', 'sending'],
    ['Waiting', 'sending'],
    ['Done', 'done'],
    ['Added', 'added_by_staff'],
    ['Nothing', 'nothing_to_send'],
  ]);
  expect(body.data.submissions[0]).toMatchObject({
    errors: [
      { success: true, step: 'slack', message: 'sent' },
      { success: false, step: 'email', message: 'connection refused' },
    ],
    _status: {
      state: 'failed',
      steps_total: 2,
      steps_failed: 1,
      next_try_at: '2050-01-01T00:00:00.000Z',
      failed_steps: [{ step: 'email', attempts: 2, next_try_at: '2050-01-01T00:00:00.000Z', dismissed_by: null }],
    },
  });
  expect(body.data.submissions[1]).toMatchObject({
    errors: [{ success: false, step: 'slack', message: 'channel_not_found' }],
    _status: { failed_steps: [{ step: 'slack', attempts: 9, next_try_at: null, dismissed_by: null }] },
  });
  expect(body.data.submissions[3].errors).toEqual([]);
  expect((await names(`${url}?filter=failed`)).toSorted()).toEqual(['Failed', 'Retrying']);
  expect(await pages(`${url}?sort=status&direction=desc`)).toEqual([
    'Nothing',
    'Added',
    'Done',
    'Awaiting',
    'Waiting',
    'Retrying',
    'Failed',
  ]);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['filter=everything', 'filter'],
  ['sort=password', 'sort'],
  ['direction=up', 'direction'],
  ['today_from=yesterday', 'today_from'],
  ['filter=today&today_from=0000-01-01T00:00:00Z', 'today_from'],
  ['search=%00', 'search'],
  [`search=${'x'.repeat(8_001)}`, 'search'],
  ['cursor=!', 'cursor'],
  [`cursor=${Buffer.from('["submitted_at","desc",null,1e300,"x"]').toString('base64url')}`, 'cursor'],
  [
    `cursor=${Buffer.from('["name","desc",null,1,"01a1f83c-695c-79f9-b592-9378df3ea20b"]').toString('base64url')}&sort=name&direction=desc`,
    'cursor',
  ],
  [`cursor=${Buffer.from('["status","asc","x",1,"01a1f83c-695c-79f9-b592-9378df3ea20b"]').toString('base64url')}&sort=status`, 'cursor'],
  [
    `cursor=${Buffer.from('["submitted_at","desc",null,1,"01a1f83c-695c-79f9-b592-9378df3ea20b"]').toString('base64url')}&sort=name`,
    'cursor',
  ],
])('API-55: a page asked for with %s is 422 at %s', async (query, path) => {
  const { url } = await newPath();
  const answer = await server.get(`${url}?${query}`);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([expect.objectContaining({ path })]);
});
