import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();

test('API-86, ENT-27: the signed-in user reads who they are', async () => {
  const { status, body } = await server.get('/me');
  expect(status).toBe(200);
  expect(body).toEqual({ data: { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null } });
});

test.each([
  ['visitor', 401],
  ['forger', 401],
  ['outsider', 403],
] as const)('API-47, API-50, API-51, AUTH-13: a call of staff by a %s answers %i as a problem', async (as, status) => {
  const response = await server.get('/me', { as });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.body).toMatchObject({ type: 'about:blank', title: expect.any(String), status, detail: expect.any(String) });
});

test.each(['/me', '/me/', '/me%20', '/me/%20', '/me?x=1'])('API-43, API-44: %s is the same call', async (path) => {
  expect((await server.get(path)).status).toBe(200);
});

test('API-52: an unknown call is answered with problem+json too', async () => {
  const { status, body } = await server.get('/nothing-here');
  expect(status).toBe(404);
  expect(body).toMatchObject({ status: 404, detail: 'Call not found' });
});

test('a body that is not JSON is refused as malformed, with the reason', async () => {
  for (const type of ['text/plain', 'application/json']) {
    const form = await server.post('/event_series/add', 'a=1', { headers: { 'content-type': type } });
    expect(form.status).toBe(400);
    expect(form.body).toMatchObject({ status: 400, detail: expect.stringContaining('Content-Type: application/json') });
  }
});

test.each(['{"title":"J\u00f6rg"}', '{"title":"\u20ac\u00e9\u00ff"}', '{"title":"\u00c3"}'])(
  'a body in Latin-1 is refused, so that no letter is stored as a question mark: %s',
  async (text) => {
    const send = async (body: Buffer<ArrayBuffer>) => server.post('/event_series/add', new Blob([body], { type: 'application/json' }));
    expect(await send(Buffer.from(text, 'latin1'))).toMatchObject({ status: 400, body: { detail: 'The body must be in UTF-8' } });
    expect((await send(Buffer.from(text))).status).toBe(200);
  },
);

const unknownId = '01890000-0000-7000-8000-000000000000';

test.each([
  ['/event_series/add', 'staff', 3 * 1024 * 1024],
  [`/website-feedback/${unknownId}/submit`, 'visitor', 70 * 1024],
] as const)('API-54: a body too large for %s by a %s is a problem', async (path, as, size) => {
  const { status, body } = await server.post(path, { title: 'x'.repeat(size) }, { as });
  expect(status).toBe(413);
  expect(body).toMatchObject({ status: 413, detail: 'The request is too large' });
});

test.each([
  ['of a known length', `Content-Length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`],
  ['in chunks', `Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(40)}0\r\n\r\n`],
])(
  'API-54: a body %s that is too large is read to its end, since a proxy that cannot send it takes the server for down',
  async (_, body) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = `POST /api/website-feedback/${unknownId}/submit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}${body}GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  },
);

test('SEC-38: a request with two Host headers is refused', async () => {
  for (const [hosts, status] of [
    ['Host: localhost', 200],
    ['Host: localhost\r\nhost: events.example', 400],
    ['Host: a\r\nHost: a', 400],
  ] as const) {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`GET /healthz HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  }
});

test('SEC-39: a connection that asks for more than 20 answers before it reads them is cut off', async () => {
  const answersTo = async (requests: number): Promise<number> => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString()));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests - 1));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    return text.split('HTTP/1.1 200').length - 1;
  };
  expect(await answersTo(20)).toBe(20);
  expect(await answersTo(1_000)).toBeLessThan(20);
});

test('a request whose body arrives too slowly is closed at its timeout, not half a minute later', async () => {
  const { server: http } = server.app;
  expect(http.requestTimeout).toBe(15_000);
  const { headersTimeout } = http;
  onTestFinished(() => void Object.assign(http, { headersTimeout, requestTimeout: 15_000 }));
  // The timeouts only apply to a request whose body comes after its head.
  Object.assign(http, { headersTimeout: 500, requestTimeout: 500 });
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`POST /api/form/${unknownId}/submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
  socket.resume();
  const begin = performance.now();
  await once(socket, 'close');
  expect(performance.now() - begin).toBeLessThan(10_000);
});
