import { randomBytes } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();

const unknownId = '01890000-0000-7000-8000-000000000000';

async function addList(title = 'Website'): Promise<string> {
  const { body } = await server.post('/website-feedback/add', { title });
  return body.data.id;
}

const send = async (id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.post(`/website-feedback/${id}/submit`, body, { as: 'visitor', headers });

test('API-34, API-36, API-76: an added list is among the lists, with its count', async () => {
  const id = await addList(' Course pages ');
  await send(id, { rating: 4 });
  expect((await server.get('/website-feedback')).body).toEqual({ data: [{ id, title: 'Course pages', count: 1 }] });
});

test('API-35, API-38, API-77, ENT-25, FB-3: one list gives its entries, newest first, with their comment or null', async () => {
  const id = await addList();
  await send(id, { rating: 5, comment: '  Clear and quick.  ' });
  await send(id, { rating: 1, comment: '   ' });
  const { body } = await server.get(`/website-feedback/${id}`);
  expect(body.data).toMatchObject({ id, title: 'Website' });
  expect(body.data.entries.map(({ rating, comment }: { rating: number; comment: string }) => [rating, comment])).toEqual([
    [1, null],
    [5, 'Clear and quick.'],
  ]);
});

test('REL-12: a list is read in pages, and without a limit no more than 500 of it, however many visitors sent', async () => {
  const id = await addList();
  for (const rating of [1, 2, 3, 4, 5]) await send(id, { rating });
  const ratings: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await server.get(`/website-feedback/${id}?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(body.data).toMatchObject({ count: 5, average_rating: 3 });
    ratings.push(...body.data.entries.map(({ rating }: { rating: number }) => rating));
    cursor = body.data.next_cursor;
  }
  expect(ratings).toEqual([5, 4, 3, 2, 1]);
  await sql`
    insert into feedback_entries (id, list_id, rating) select gen_random_uuid(), ${id}, 3 from generate_series(1, 600)`.execute(server.db);
  const { body } = await server.get(`/website-feedback/${id}`);
  expect([body.data.entries.length, typeof body.data.next_cursor]).toEqual([500, 'string']);
  expect((await server.get(`/website-feedback/${id}?cursor=1.x`)).body.errors).toMatchObject([{ path: 'cursor' }]);
  expect((await server.get(`/website-feedback/${id}?limit=501`)).status).toBe(422);
});

test('FB-13: all entries of a list are exported as a CSV or Excel file, newest first', async () => {
  const id = await addList('Course: pages');
  await sql`
    insert into feedback_entries (id, list_id, rating, comment, submitted_at)
    select gen_random_uuid(), ${id}, 3, '=' || n, '2031-07-01T10:00:00Z'::timestamptz + n * interval '1 second' from generate_series(1, 1001) n`.execute(
    server.db,
  );
  const file = async (format: string) =>
    fetch(`${server.url}/api/website-feedback/${id}/export?format=${format}`, { headers: { authorization: 'Bearer staff' } });
  const csv = await file('csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await csv.text()).split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['"rating","comment","event","submitted_at"', `"3","'=1001",,"2031-07-01T10:16:41.000Z"`]);
  expect(lines).toHaveLength(1_003);
  const { sheets } = await readXlsx(await (await file('xlsx')).bytes());
  expect([sheets[0]?.rows.length, sheets[0]?.rows[1]]).toEqual([1_002, [3, '=1001', null, new Date('2031-07-01T11:16:41Z')]]);
  expect((await server.get(`/website-feedback/${unknownId}/export`)).status).toBe(404);
});

test('API-37, FB-8: a deleted list is deleted with its entries', async () => {
  const id = await addList();
  await send(id, { rating: 3 });
  expect((await server.post(`/website-feedback/${id}/delete`)).body).toEqual({ data: { id } });
  expect((await server.get(`/website-feedback/${id}`)).status).toBe(404);
  expect((await send(id, { rating: 3 })).status).toBe(404);
  expect(await server.db.selectFrom('feedback_entries').selectAll().execute()).toEqual([]);
});

test.each([
  [{}, 'rating'],
  [{ rating: 0 }, 'rating'],
  [{ rating: 6 }, 'rating'],
  [{ rating: 2.5 }, 'rating'],
  [{ rating: '5' }, 'rating'],
  [{ rating: 5, comment: 'a\u0000b' }, 'comment'],
  [{ rating: 5, comment: '\ud800' }, 'comment'],
  [{ rating: 5, comment: 'x'.repeat(2_001) }, 'comment'],
  [{ rating: 5, comment: 'a\u001bb' }, 'comment'],
  [{ rating: 5, comment: 'a\u0007' }, 'comment'],
])('API-38, API-55: %j is refused at %s and nothing is stored', async (body, path) => {
  const id = await addList();
  const response = await send(id, body);
  expect(response.status).toBe(422);
  expect(response.body.errors).toMatchObject([{ path }]);
  expect(await server.db.selectFrom('feedback_entries').selectAll().execute()).toEqual([]);
});

test('a blank title is refused with a message at the title', async () => {
  const { status, body } = await server.post('/website-feedback/add', { title: '  ' });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ path: 'title', message: 'Please enter a title' }]);
});

test('API-90, API-91, API-92: any origin may send feedback, without credentials; the lists answer their own origin only', async () => {
  const id = await addList();
  const sent = await send(id, { rating: 4 }, { origin: 'https://shop.example' });
  expect(sent.headers.get('access-control-allow-origin')).toBe('*');
  expect(sent.headers.get('access-control-allow-credentials')).toBeNull();
  const read = await server.get('/website-feedback', { headers: { origin: 'https://shop.example' } });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['/website-feedback', `/website-feedback/${unknownId}`])('a visitor may not read %s', async (path) => {
  expect((await server.get(path, { as: 'visitor' })).status).toBe(401);
});

const tokenFor = (id: string, ageMs = 5_000) =>
  createFormToken({ secret: TEST_SECRET, form: { kind: 'feedback', id }, now: Date.now() - ageMs });

const entries = async () => server.db.selectFrom('feedback_entries').select(['rating', 'comment', 'event_id']).orderBy('id').execute();

async function answerOf(path: string, values?: Readonly<Record<string, string>>) {
  const init = values === undefined ? {} : { method: 'POST', body: new URLSearchParams(values) };
  const answer = await fetch(server.url + path, init);
  return { status: answer.status, headers: answer.headers, html: (await answer.text()).replaceAll(/<(style|script)>.*?<\/\1>/gs, '') };
}

const valueIn = (html: string, name: string): string => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '';

test('FB-9, FB-10: the page of a list needs no script, may be framed, is not indexed, and stores a rating with its event', async () => {
  const id = await addList('Spring <training>');
  const eventId = await buildEvent(server.db, await buildSeries(server.db, { feedback_list_id: id }), { title: 'Brunch & more' });
  const path = `/feedback/${id}/view?event=${eventId}`;
  const { status, headers, html } = await answerOf(path);
  expect([status, headers.get('x-robots-tag'), headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
    200,
    'noindex',
    null,
    'no-store, no-transform',
  ]);
  expect(headers.get('content-security-policy')).not.toContain('frame-ancestors');
  expect(html).not.toContain('<script');
  for (const text of ['Spring &lt;training&gt;</h1>', 'Brunch &amp; more', 'How was it?', 'value="5"']) expect(html).toContain(text);
  const values = { rating: '4', comment: ' Warm\r\nwelcome ', _stamp: tokenFor(id), _key: valueIn(html, '_key'), _remarks: '' };
  for (let times = 0; times < 2; times += 1) {
    const sent = await answerOf(path, values);
    expect([sent.status, sent.html.includes('Thank you for your feedback.')]).toEqual([200, true]);
  }
  expect(await entries()).toEqual([{ rating: 4, comment: 'Warm\nwelcome', event_id: eventId }]);
  const listed = async () => (await server.get(`/website-feedback/${id}`)).body.data.entries;
  expect(await listed()).toMatchObject([{ rating: 4, event: 'Brunch & more' }]);
  for (const question of ['Did it help you?', 'Πώς ήταν;', 'Any thoughts?!']) {
    const asked = await answerOf(`/feedback/${await addList(question)}/view`);
    expect([asked.html.split(`${question}</`).length, asked.html.includes('How was it?')]).toEqual([3, false]);
  }
  const fresh = async (rating: string) => ({ ...values, rating, _key: valueIn((await answerOf(path)).html, '_key') });
  await answerOf(path, await fresh('1'));
  await server.db.deleteFrom('events').execute();
  await answerOf(`/feedback/${id.toUpperCase()}/view?event=${eventId}`, await fresh('2'));
  expect((await entries()).map(({ rating, event_id: event }) => [rating, event])).toEqual([
    [4, null],
    [1, null],
    [2, null],
  ]);
  expect((await listed()).map((entry: object) => 'event' in entry)).toEqual([false, false, false]);
});

test('FB-10: the page of a list neither shows nor stores an event whose series uses another list', async () => {
  const [id, other] = [await addList(), await addList('Other')];
  const eventIds = await Promise.all(
    [null, other].map(async (feedback_list_id) =>
      buildEvent(server.db, await buildSeries(server.db, { feedback_list_id }), { title: 'Board meeting' }),
    ),
  );
  for (const eventId of eventIds) {
    const path = `/feedback/${id}/view?event=${eventId}`;
    const { html } = await answerOf(path);
    expect(html).not.toContain('Board meeting');
    await answerOf(path, { rating: '1', _stamp: tokenFor(id), _key: valueIn(html, '_key') });
  }
  expect((await entries()).map(({ event_id: event }) => event)).toEqual([null, null]);
});

test('FB-12: a page that is sent again after Back in the browser adds an entry, unless it is unchanged', async () => {
  const id = await addList();
  const path = `/feedback/${id}/view`;
  const values = { rating: '4', comment: 'Warm', _stamp: tokenFor(id), _key: valueIn((await answerOf(path)).html, '_key') };
  const all = [values, { ...values, rating: '5' }, { ...values, rating: '2', comment: 'Cold' }];
  for (const sent of all) expect((await answerOf(path, sent)).html).toContain('Thank you for your feedback.');
  await Promise.all(all.map(async (sent) => answerOf(path, sent)));
  expect((await entries()).map(({ rating, comment }) => [rating, comment])).toEqual([
    [4, 'Warm'],
    [5, 'Warm'],
    [2, 'Cold'],
  ]);
  expect((await server.get(`/website-feedback/${id}`)).body.data).toMatchObject({ count: 3 });
});

test('FB-11: an entry that cannot be stored comes back as it was typed, and a page that was sent too soon is accepted the next time', async () => {
  const id = await addList();
  const path = `/feedback/${id}/view`;
  const good = { rating: '5', comment: 'Kept & safe', _stamp: tokenFor(id) };
  const refused = [
    [{ rating: '' }, 'Please rate from 1 to 5'],
    [{ rating: '6' }, 'Please rate from 1 to 5'],
    [{ rating: '4.5' }, 'Please rate from 1 to 5'],
    [{ comment: `Kept & safe${'x'.repeat(2_000)}` }, 'Please use at most 2,000 characters'],
    [{ _remarks: 'https://spam.example' }, 'Please empty this field.'],
    [{ _stamp: '' }, 'Not sent yet. Please send it again.'],
    [{ _stamp: tokenFor(unknownId) }, 'Not sent yet. Please send it again.'],
    [{ _stamp: tokenFor(id, 25 * 3_600_000) }, 'Not sent yet. Please send it again.'],
  ] as const;
  for (const [wrong, message] of refused) {
    const { status, html } = await answerOf(path, { ...good, ...wrong });
    expect([wrong, status, html.includes(message), html.includes('Kept &amp; safe')]).toEqual([wrong, 422, true, true]);
    expect(html).toContain('<title>Error: ');
  }
  const young = tokenFor(id, 0);
  const again = await answerOf(path, { ...good, _stamp: young });
  expect([again.status, valueIn(again.html, '_stamp')]).toEqual([422, young]);
  expect(again.html).not.toMatch(/Please check|aria-invalid/);
  expect(again.html).toContain('role="alert">Not sent yet.');
  expect(again.html.match(/<(\w+)[^>]* autofocus/)?.[1]).toBe('p');
  expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(422);
  expect(await entries()).toEqual([]);
  for (const event of ['', 'x', unknownId, '%00']) expect((await answerOf(`${path}?event=${event}`, good)).status).toBe(200);
  const noise = randomBytes(3_000).toString('base64');
  for (const _key of ['', '\0', noise]) expect((await answerOf(path, { ...good, _key })).status).toBe(200);
  expect((await entries()).map(({ event_id: event }) => event)).toEqual(Array(7).fill(null));
  for (const other of [unknownId, 'x']) {
    const gone = await answerOf(`/feedback/${other}/view`, { ...good, _stamp: tokenFor(other) });
    expect([gone.status, gone.html.includes('This form can&#x27;t be found')]).toEqual([404, true]);
  }
});
