import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logoForMail, logoSource } from './logo.ts';

const HOUR_MS = 3_600_000;
let asked = 0;
let answer: { status: number; type: string; body: string };
const server = http.createServer((_request, response) => {
  asked += 1;
  response.writeHead(answer.status, { 'content-type': answer.type, location: '/elsewhere' }).end(answer.body);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.svg`;
});
afterAll(() => server.close());

let time = 0;
beforeEach(() => {
  asked = 0;
  time = 1;
  answer = { status: 200, type: 'image/svg+xml', body: '<svg/>' };
});

const textOf = async (get: ReturnType<typeof logoSource>) => {
  const logo = await get();
  return logo === undefined ? undefined : `${logo.type} ${Buffer.from(logo.bytes).toString()}`;
};

test('the logo is fetched once an hour', async () => {
  const get = logoSource(url, () => time);
  expect(await Promise.all([textOf(get), textOf(get)])).toEqual(['image/svg+xml <svg/>', 'image/svg+xml <svg/>']);
  time += HOUR_MS - 1;
  await get();
  expect(asked).toBe(1);
});

test('a changed logo is served after the hour, and nobody waits for it', async () => {
  const get = logoSource(url, () => time);
  await get();
  answer = { ...answer, body: '<svg>new</svg>' };
  time += HOUR_MS;
  expect(await textOf(get)).toBe('image/svg+xml <svg/>');
  await expect.poll(() => textOf(get)).toBe('image/svg+xml <svg>new</svg>');
});

test.each([
  ['is away', { status: 503, type: 'image/png', body: 'x' }],
  ['redirects', { status: 302, type: 'image/png', body: 'x' }],
  ['sends no image', { status: 200, type: 'text/html', body: '<script>' }],
  ['sends two megabytes', { status: 200, type: 'image/png', body: 'x'.repeat(2_000_000) }],
])('a server that %s gives no logo, and is called again after a minute', async (_what, wrong) => {
  const get = logoSource(url, () => time);
  answer = wrong;
  expect([await textOf(get), await textOf(get)]).toEqual([undefined, undefined]);
  expect(asked).toBe(1);
  answer = { status: 200, type: 'image/png', body: 'y' };
  time += 60_000;
  expect(await textOf(get)).toBe('image/png y');
});

describe('FACE-46: in a mail', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const bytesFor = async (bytes: Buffer) => logoForMail(async () => ({ type: 'image/svg+xml', bytes }));

  test('a small PNG or JPEG is recognised by its bytes', async () => {
    expect(await bytesFor(png)).toEqual({ type: 'image/png', bytes: png });
    expect(await bytesFor(Buffer.from('ffd8ffe0', 'hex'))).toMatchObject({ type: 'image/jpeg' });
  });

  test.each([
    ['an SVG', Buffer.from('<svg/>')],
    ['one over 30 kB', Buffer.concat([png, Buffer.alloc(30_000)])],
  ])('%s leaves only the name', async (_what, bytes) => expect(await bytesFor(bytes)).toBeUndefined());

  test('nobody waits long for it', async () => {
    expect(await logoForMail(async () => new Promise(() => undefined), 10)).toBeUndefined();
    expect(await logoForMail(undefined)).toBeUndefined();
  });
});
