import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();

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

test('a blank title is refused in words at the title', async () => {
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
