import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { ApiError } from './api-error.ts';
import { createCall } from './create-call.ts';
import type { CallSession } from './request.ts';
import type { ServerEvent } from './server-events.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const user = { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that answers as it is told, and calls that reach it. */
async function serve(handler: Handler, session: Partial<CallSession> = {}) {
  const lines: string[] = [];
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      handler(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const calls = createCall({
    base: `http://127.0.0.1:${port}/api`,
    session: { getToken: async () => 'token 1', renew: async () => undefined, ...session },
    log: (line) => lines.push(line),
  });
  return { ...calls, requests, lines };
}

const json =
  (status: number, body: unknown, type = 'application/json'): Handler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));

const problem = (status: number, detail: string, more: object = {}): Handler =>
  json(status, { type: 'about:blank', title: 'Problem', status, detail, ...more }, 'application/problem+json');

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

describe('a call', () => {
  test('AUTH-13: carries the token as Bearer and gives what stands under data', async () => {
    const { call, requests } = await serve(json(200, { data: user }));
    expect(await call(api.getMe, {})).toEqual(user);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/me', headers: { authorization: 'Bearer token 1' } });
  });

  test('AUTH-13: carries no Authorization when nobody is signed in', async () => {
    const { call, requests } = await serve(json(200, { data: user }), { getToken: async () => undefined });
    await call(api.getMe, {});
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test('fills the path, the query and the body', async () => {
    const { call, requests } = await serve(problem(404, 'gone'));
    await failureOf(call(api.getEventSeries, { params: { id: 'a/b' }, query: { showOnlyDisabledEvents: 'true' } }));
    await failureOf(call(api.addEventSeries, { body: { title: 'Brunch' } }));
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/event_series/a%2Fb?showOnlyDisabledEvents=true', ''],
      ['POST', '/api/event_series/add', '{"title":"Brunch"}'],
    ]);
  });

  test('API-93: an edit names the version it read, an add its key', async () => {
    const { call, requests } = await serve(problem(404, 'gone'));
    await failureOf(call(api.editEventSeries, { params: { id }, body: {}, ifMatch: 7 }));
    await failureOf(call(api.addEventSeries, { body: { title: 'x' }, idempotencyKey: 'key' }));
    expect(requests[0]?.headers['if-match']).toBe('"7"');
    expect(requests[1]?.headers['idempotency-key']).toBe('key');
  });

  test('a refusal keeps its words and names the parts at fault', async () => {
    const { call } = await serve(
      problem(422, 'Please check your input.', { errors: [{ path: 'title', message: 'Please enter a title' }] }),
    );
    const error = await failureOf(call(api.addEventSeries, { body: { title: '' } }));
    expect(error).toMatchObject({ kind: 'answered', status: 422, message: 'Please check your input.', isPassing: false });
    expect(error.errorAt('title')).toBe('Please enter a title');
  });

  test('API-94: a conflict carries the present values', async () => {
    const { call } = await serve(problem(409, 'Somebody else changed this.', { current: { title: 'Theirs' } }));
    const error = await failureOf(call(api.editEventSeries, { params: { id }, body: { title: 'Mine' } }));
    expect(error.current).toEqual({ title: 'Theirs' });
  });

  test('a page of a proxy in place of an answer is told by its status', async () => {
    const { call } = await serve((_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({
      status: 502,
      isPassing: true,
      message: 'The server answered with status 502.',
    });
  });

  test('a success of another shape than the contract is not taken', async () => {
    const { call } = await serve(json(200, { data: { email: 1 } }));
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({ kind: 'unreadable', isPassing: false });
  });

  test('a success that is no JSON is not taken', async () => {
    const { call } = await serve((_, response) => void response.writeHead(200).end('hello'));
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({ kind: 'unreadable' });
  });

  test('a server that hangs up is told as not reachable, and may be tried again', async () => {
    const { call } = await serve((request) => void request.socket.destroy());
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({
      kind: 'unreachable',
      isPassing: true,
      message: 'The server could not be reached.',
    });
  });

  test('a call that its caller gave up stays an abort: nobody is told of it', async () => {
    const { call } = await serve(() => undefined);
    const controller = new AbortController();
    const pending = call(api.getMe, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('ERR-12: a failure is logged', () => {
  test('with its call and reason, and nothing of what was sent or answered', async () => {
    const { call, download, lines } = await serve(problem(422, 'canary', { errors: [{ path: 'title', message: 'canary' }] }));
    await failureOf(call(api.editEventSeries, { params: { id: 'canary' }, body: { title: 'canary' } }));
    await failureOf(download(api.exportForm, { params: { id: 'canary' } }));
    expect(lines).toEqual([
      'POST /event_series/:id/edit failed: answered with status 422',
      'GET /form/:id/export failed: answered with status 422',
    ]);
  });

  test('whether the server hangs up or says what nobody can read', async () => {
    const gone = await serve((request) => void request.socket.destroy());
    await failureOf(gone.call(api.getStatistics, { params: { id } }));
    const odd = await serve(json(200, { data: { months: 'canary' } }));
    await failureOf(odd.call(api.getStatistics, { params: { id } }));
    expect([...gone.lines, ...odd.lines]).toEqual([
      'GET /event_series/:id/statistics failed: unreachable',
      'GET /event_series/:id/statistics failed: unreadable',
    ]);
  });

  test('of a request that cannot be prepared too: it is not sent, and no word about the connection', async () => {
    const { call, requests, lines } = await serve(json(200, { data: user }), { getToken: async () => 'two\nlines' });
    await expect(call(api.getMe, {})).rejects.toThrow(TypeError);
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const other = await serve(json(200, { data: user }));
    await expect(other.call(api.submitFeedback, { params: { id }, body: { rating: 5, ...circle } })).rejects.not.toBeInstanceOf(ApiError);
    expect([...requests, ...other.requests]).toEqual([]);
    expect([...lines, ...other.lines]).toEqual([
      expect.stringMatching(/^GET \/me failed: TypeError: /),
      expect.stringMatching(/^POST \/website-feedback\/:id\/submit failed: TypeError: /),
    ]);
  });

  test('but not when its caller gave it up, nor a call that succeeded', async () => {
    const { call, lines } = await serve((request, response) =>
      request.url === '/api/me' ? json(200, { data: user })(request, response) : undefined,
    );
    await call(api.getMe, {});
    const controller = new AbortController();
    const pending = call(api.getStatistics, { params: { id }, signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(lines).toEqual([]);
  });
});

describe('a refused token', () => {
  /** Takes only the second token. */
  const takesSecond: Handler = (request, response) =>
    (request.headers.authorization === 'Bearer token 2' ? json(200, { data: user }) : problem(401, 'Please sign in again.'))(
      request,
      response,
    );

  test('D26: is renewed once, and the call is sent again', async () => {
    const renewals: string[] = [];
    const { call, requests } = await serve(takesSecond, {
      renew: async (refused) => {
        renewals.push(refused);
        return 'token 2';
      },
    });
    expect(await call(api.getMe, {})).toEqual(user);
    expect(renewals).toEqual(['token 1']);
    expect(requests).toHaveLength(2);
  });

  test('D26: is not renewed a second time', async () => {
    const { call, requests } = await serve(problem(401, 'Please sign in again.'), { renew: async () => 'token 3' });
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({ status: 401 });
    expect(requests).toHaveLength(2);
  });

  test('D26: without another one the call fails as it was answered', async () => {
    const { call, requests } = await serve(problem(401, 'Please sign in again.'));
    expect(await failureOf(call(api.getMe, {}))).toMatchObject({ status: 401, message: 'Please sign in again.' });
    expect(requests).toHaveLength(1);
  });

  test('an add that is sent again keeps its body and its key, so that it adds once', async () => {
    const { call, requests } = await serve(takesSecond, { renew: async () => 'token 2' });
    await failureOf(call(api.addEventSeries, { body: { title: 'Brunch' }, idempotencyKey: 'key' }));
    expect(requests.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      ['{"title":"Brunch"}', 'key'],
      ['{"title":"Brunch"}', 'key'],
    ]);
  });
});

describe('a download', () => {
  const csv =
    (disposition: string): Handler =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': disposition }).end('a,b\n');

  test('EXP-2: keeps the content and the name the server gives it', async () => {
    const { download } = await serve(csv(`attachment; filename="Sian.csv"; filename*=UTF-8''Si%C3%A2n%20-%20x.csv`));
    const file = await download(api.exportEvent, { params: { id, eventId: id } });
    expect(file.fileName).toBe('Siân - x.csv');
    expect(await file.blob.text()).toBe('a,b\n');
  });

  test('takes the plain name when there is only that', async () => {
    const { download } = await serve(csv('attachment; filename="plain.csv"'));
    expect((await download(api.exportEvent, { params: { id, eventId: id } })).fileName).toBe('plain.csv');
  });
});

describe('following server-sent events', () => {
  const events: Handler = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: progress\ndata: 1\n\nevent: done\ndata: 2\n\n');

  async function listOf(follow: Awaited<ReturnType<typeof serve>>['follow']) {
    const list: ServerEvent[] = [];
    for await (const event of follow('/progress', new AbortController().signal)) list.push(event);
    return list;
  }

  test('DUP-15: carries the token, and gives them in their order', async () => {
    const { follow, requests } = await serve(events);
    expect(await listOf(follow)).toEqual([
      { event: 'progress', data: '1' },
      { event: 'done', data: '2' },
    ]);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/progress', headers: { authorization: 'Bearer token 1' } });
  });

  test('fails as any call does when it is refused', async () => {
    const { follow } = await serve(problem(403, 'Not you'));
    expect(await failureOf(listOf(follow))).toMatchObject({ status: 403, message: 'Not you' });
  });

  test('fails as unreachable when the connection is cut', async () => {
    const { follow } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: progress\ndata: 1\n\n', () => response.destroy());
    });
    expect(await failureOf(listOf(follow))).toMatchObject({ kind: 'unreachable' });
  });
});
