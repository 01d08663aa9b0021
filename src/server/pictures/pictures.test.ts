import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Cover } from '#contract/forms/public-face.ts';
import { chunk, jpegBytes, pngBytes, pngFile, segment } from '#server/testing/pictures.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addForm, addSeries } from '#server/testing/staff-calls.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { purgePictures, storePicture } from './commands.ts';

const server = await createTestServer();
const { db } = server;

const upload = async (bytes: Uint8Array, type = 'image/jpeg') => server.post('/pictures', new Blob([new Uint8Array(bytes)], { type }));
const storedBytes = async (id: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${server.url}/assets/pictures/${id}`)).arrayBuffer());
const countStored = async () => (await db.selectFrom('pictures').select('sha256').execute()).length;

/** A cover of two stored pictures. */
async function addCover(width = 800): Promise<Cover> {
  const [large, small] = [
    await storePicture(writesTo({ db }), ADA, jpegBytes(width, 400)),
    await storePicture(writesTo({ db }), ADA, jpegBytes(width, 401)),
  ];
  return { large: large.id, small: small.id, alt: 'Looms' };
}

const age = async (interval = '2 days') => sql`update pictures set at = now() - ${interval}::interval`.execute(db);

test('FACE-6, FACE-8: a picture is stored once, by the digest of the served bytes', async () => {
  const png = pngBytes(300, 200);
  const answers = [await upload(png, 'image/png'), await upload(png, 'image/jpeg')];
  const id = createHash('sha256').update(png).digest('hex');
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { data: { id, type: 'image/png', width: 300, height: 200 } }]);
  expect(await countStored()).toBe(1);
  expect((await storedBytes(id)).equals(png)).toBe(true);
});

test('FACE-7, FACE-9: parts that do not make up the picture are removed: place, camera, comments, everything after the end', async () => {
  const profile = segment(0xe2, 'ICC_PROFILE\0');
  const exif = segment(0xe1, 'Exif\0\0 51.5 N 0.1 W');
  const jpeg = jpegBytes(640, 480, exif, profile, segment(0xfe, '<script>'), segment(0xed, 'Photoshop'));
  const { body } = await upload(Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')]));
  expect(body.data).toMatchObject({ width: 640, height: 480 });
  expect((await storedBytes(body.data.id)).equals(jpegBytes(640, 480, profile))).toBe(true);
  const gamma = chunk('gAMA', Buffer.alloc(4));
  const png = pngBytes(64, 32, chunk('eXIf', Buffer.from('51.5 N')), gamma, chunk('tEXt', Buffer.from('a\0<script>')));
  const kept = await upload(Buffer.concat([png, Buffer.from('<html>')]), 'image/png');
  expect((await storedBytes(kept.body.data.id)).equals(pngBytes(64, 32, gamma))).toBe(true);
});

const animatedWebp = Buffer.concat([Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x02', 'latin1'), Buffer.alloc(40)]);
const png = pngBytes(64, 64);
const REFUSED: readonly (readonly [string, Uint8Array, 'unknown' | 'unreadable'])[] = [
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'unknown'],
  ['GIF', Buffer.from('GIF89a\x10\0\x10\0'), 'unknown'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown'],
  ['an empty file', Buffer.alloc(0), 'unknown'],
  ['HTML before a picture', Buffer.concat([Buffer.from('<html>'), png]), 'unknown'],
  ['a PNG of 60,000 × 60,000', pngBytes(60_000, 60_000), 'unreadable'],
  ['a PNG of 8 × 8', pngBytes(8, 8), 'unreadable'],
  ['a JPEG without height', jpegBytes(640, 0), 'unreadable'],
  ['a PNG that is cut off', png.subarray(0, -13), 'unreadable'],
  ['a JPEG that is cut off', jpegBytes(64, 64).subarray(0, -2), 'unreadable'],
  ['a PNG of two sizes', pngBytes(64, 64, pngBytes(99, 99).subarray(8, 33)), 'unreadable'],
  ['a JPEG of two frames', jpegBytes(64, 64, jpegBytes(99, 99).subarray(11, 24)), 'unreadable'],
  ['a JPEG of segments that overlap', jpegBytes(64, 64, Buffer.from([0xff, 0xdb, 0, 1])), 'unreadable'],
  ['a PNG of 2,001 parts', pngBytes(64, 64, ...Array.from({ length: 2_000 }, () => chunk('tEXt'))), 'unreadable'],
  ['an animated WebP', animatedWebp, 'unreadable'],
];

test.each(REFUSED)('FACE-8, FACE-9: %s is refused with a message, whatever it is called, and not stored', async (_name, bytes, fault) => {
  const message = { unknown: 'Please choose a PNG, JPEG or WebP.', unreadable: "This picture can't be read. Please choose another one." }[
    fault
  ];
  for (const type of ['image/png', 'image/svg+xml', 'application/pdf']) {
    const { status, body } = await upload(bytes, type);
    expect([status, body.errors]).toEqual([422, [{ path: 'picture', message }]]);
  }
  expect(await countStored()).toBe(0);
});

test('FACE-8: more than 400,000 bytes are refused by their length, JSON is not a picture, and visitors cannot upload', async () => {
  expect((await upload(Buffer.alloc(400_001), 'image/png')).status).toBe(413);
  expect((await server.post('/pictures', { picture: 1 })).status).toBe(422);
  expect((await server.post('/pictures', pngFile(16, 16), { as: 'visitor' })).status).toBe(401);
});

test('FACE-8: an account uploads 60 pictures a minute, and 200 may be unused', async () => {
  // A new minute would reset the count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 60_000) });
  onTestFinished(() => void vi.useRealTimers());
  for (let count = 0; count < 60; count += 1) await server.post('/pictures', pngFile(16, 16), { as: 'colleague' });
  expect((await server.post('/pictures', pngFile(16, 16), { as: 'colleague' })).status).toBe(429);
  await sql`insert into pictures select sha256(n::text::bytea), 'image/png', 16, 16, '' from generate_series(1, 198) as n`.execute(db);
  expect((await upload(pngBytes(17, 17))).status).toBe(200);
  expect(await upload(pngBytes(18, 18))).toMatchObject({ status: 429, body: { detail: expect.stringContaining('not used yet') } });
});

test('FACE-10: a picture may be cached permanently, is shown by pages of any origin and runs nothing; unknown ones are not cached', async () => {
  const { body } = await upload(png, 'image/png');
  const { headers } = await fetch(`${server.url}/assets/pictures/${body.data.id}`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*;sandbox$/),
  });
  for (const id of ['0'.repeat(64), 'x', body.data.id.toUpperCase()]) {
    const unknown = await fetch(`${server.url}/assets/pictures/${id}`);
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

test('FACE-10: a network causes at most 600 reads a minute from the database, without those of pictures in memory', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 60_000) });
  onTestFinished(() => void vi.useRealTimers());
  const { body } = await upload(pngBytes(20, 20));
  const statusOf = async (id: string) => (await fetch(`${server.url}/assets/pictures/${id}`)).status;
  expect(await statusOf(body.data.id)).toBe(200);
  const statuses = new Set<number>();
  for (let call = 0; call < 601; call += 1) statuses.add(await statusOf(call.toString(16).padStart(64, '0')));
  expect([...statuses]).toEqual([404, 429]);
  expect(await statusOf(body.data.id)).toBe(200);
});

test('FACE-1, FACE-11: series and marketing forms have a description and a cover, which edits that do not name them leave unchanged', async () => {
  const cover = await addCover();
  for (const [path, { id }] of [['event_series', await addSeries(server)] as const, ['form', await addForm(server)] as const]) {
    const edited = await server.post(`/${path}/${id}/edit`, { description: ' All about **looms**. ', cover });
    expect(edited).toMatchObject({ status: 200, body: { data: { description: 'All about **looms**.', cover, version: 2 } } });
    expect((await server.post(`/${path}/${id}/edit`, { title: 'Looms' })).body.data).toMatchObject({ cover, version: 3 });
    const late = await server.post(`/${path}/${id}/edit`, { cover: null }, { headers: { 'if-match': '1' } });
    expect(late).toMatchObject({ status: 409, body: { current: { cover } } });
    const copied = (await server.post(`/${path}/${id}/copy`, { title: 'Copy', events: 'none' })).body.data;
    expect((await server.get(`/${path}/${copied.id}`)).body.data).toMatchObject({ description: 'All about **looms**.', cover });
    expect((await server.get(`/${path}/${id}`, { as: 'visitor' })).text).not.toContain('looms');
  }
  const { id } = await addSeries(server);
  const tooLong = await server.post(`/event_series/${id}/edit`, {
    description: 'x'.repeat(5_001),
    cover: { ...cover, alt: 'x'.repeat(201) },
  });
  expect([tooLong.status, tooLong.body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ['description', 'cover.alt']]);
});

test('FACE-13, FACE-31: a look and speakers are stored with their pictures, copied, and refused at their inputs', async () => {
  const { id } = await addSeries(server);
  const edit = async (body: object) => server.post(`/event_series/${id}/edit`, body);
  const { large: logo, small: portrait } = await addCover();
  const theme = { accent: '#0f766e', font: 'serif', scheme: 'dark', logo };
  const speakers = [
    { id: randomUUID(), name: 'Priya Raman', role: 'Lead trainer', picture: portrait },
    { id: randomUUID(), name: 'Tom Ellery', role: null, picture: null },
  ];
  expect(await edit({ theme, speakers, in_search: false })).toMatchObject({
    status: 200,
    body: { data: { theme, speakers, in_search: false } },
  });
  await age();
  expect(await purgePictures(db)).toBe(0);
  const copied = (await server.post(`/event_series/${id}/copy`, { title: 'Copy', events: 'none' })).body.data;
  expect((await server.get(`/event_series/${copied.id}`)).body.data).toMatchObject({ theme, speakers, in_search: false });

  const errorsOf = async (body: object) => (await edit(body)).body.errors;
  expect(await errorsOf({ theme: { ...theme, accent: '#0f7' } })).toEqual([
    { path: 'theme.accent', message: 'Please enter a colour such as #0f766e' },
  ]);
  const unknown = 'f'.repeat(64);
  const message = 'Please upload the picture again';
  expect(await errorsOf({ theme: { ...theme, logo: unknown }, speakers: [{ ...speakers[0], picture: unknown }] })).toEqual([
    { path: 'theme.logo', message },
    { path: 'speakers.0.picture', message },
  ]);
  const heavy = pngFile(100, 100, chunk('IDAT', randomBytes(30_000)));
  const { body } = await server.post('/pictures', heavy);
  expect(await errorsOf({ theme: { ...theme, logo: body.data.id } })).toEqual([
    { path: 'theme.logo', message: 'Please choose a logo of at most 30 kB' },
  ]);
});

test('FACE-12: the worker deletes unused pictures a day after their upload, and an edit that names a deleted one is refused', async () => {
  const [named, gone] = [await addCover(), await addCover(801)];
  const { id } = await addSeries(server);
  await server.post(`/event_series/${id}/edit`, { cover: named });
  await age('23 hours');
  expect(await purgePictures(db)).toBe(0);
  await age();
  expect(await purgePictures(db)).toBe(2);
  expect((await db.selectFrom('pictures').select('sha256').execute()).map(({ sha256 }) => sha256.toString('hex')).toSorted()).toEqual(
    [named.large, named.small].toSorted(),
  );
  const refused = await server.post(`/event_series/${id}/edit`, { cover: gone });
  expect([refused.status, refused.body.errors]).toEqual([422, [{ path: 'cover', message: 'Please upload the picture again' }]]);
  await server.post(`/event_series/${id}/delete`);
  expect(await purgePictures(db)).toBe(2);
});

test('FACE-12: no picture that an edit names is deleted at the same time', { timeout: 60_000 }, async () => {
  const { id } = await addSeries(server);
  const statuses = new Set<number>();
  for (let round = 0; round < 200; round += 1) {
    const cover = await addCover(500 + round);
    await age();
    const [edited] = await Promise.all([server.post(`/event_series/${id}/edit`, { cover }), purgePictures(db)]);
    statuses.add(edited.status);
    const { cover: named } = await db.selectFrom('forms').select('cover').where('id', '=', id).executeTakeFirstOrThrow();
    const digests = named === null ? [] : [named.large, named.small].map((digest) => Buffer.from(digest, 'hex'));
    const kept = digests.length === 0 ? [] : await db.selectFrom('pictures').select('sha256').where('sha256', 'in', digests).execute();
    expect([edited.status, kept.length]).toEqual([edited.status, digests.length]);
    await server.post(`/event_series/${id}/edit`, { cover: null });
    if (round % 50 === 0) await sql`delete from pictures`.execute(db);
  }
  expect([...statuses].every((status) => status === 200 || status === 422)).toBe(true);
});
