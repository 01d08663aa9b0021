import '#admin/testing/window.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, errorAt } from '#admin/api/api-error.ts';
import { OwnWrites } from '#admin/api/own-writes.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import { sessionCalls } from '#contract/session/user.ts';
import { statisticsCalls } from '#contract/statistics.ts';
import { connectionCalls } from '#contract/steps/connections.ts';
import { type CallSession, createCall } from './call.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const user = { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server with this handler and makes calls that reach it. */
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
    writes: new OwnWrites(),
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
  test('AUTH-13: carries the token as Bearer unless nobody is signed in, and returns the value of data', async () => {
    const { call, requests } = await serve(json(200, { data: user }));
    expect(await call(sessionCalls.getMe, {})).toEqual(user);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/me', headers: { authorization: 'Bearer token 1' } });
    const nobody = await serve(json(200, { data: user }), { getToken: async () => undefined });
    await nobody.call(sessionCalls.getMe, {});
    expect(nobody.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('fills the path, the query and the body', async () => {
    const { call, requests } = await serve(problem(404, 'gone'));
    await failureOf(call(formCalls.getEventSeries, { params: { id: 'a/b' }, query: { showOnlyDisabledEvents: 'true' } }));
    await failureOf(call(formCalls.addEventSeries, { body: { title: 'Brunch' } }));
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/event_series/a%2Fb?showOnlyDisabledEvents=true', ''],
      ['POST', '/api/event_series/add', '{"title":"Brunch"}'],
    ]);
  });

  test('API-93: an edit names the version it read, an add its key', async () => {
    const { call, requests } = await serve(problem(404, 'gone'));
    await failureOf(call(formCalls.editEventSeries, { params: { id }, body: {}, ifMatch: 7 }));
    await failureOf(call(formCalls.addEventSeries, { body: { title: 'x' }, idempotencyKey: 'key' }));
    expect(requests[0]?.headers['if-match']).toBe('"7"');
    expect(requests[1]?.headers['idempotency-key']).toBe('key');
  });

  test('USE-19: a refusal says what is invalid, and where', async () => {
    const { call } = await serve(
      problem(422, 'Please check your input.', { errors: [{ path: 'title', message: 'Please enter a title' }] }),
    );
    const error = await failureOf(call(formCalls.addEventSeries, { body: { title: '' } }));
    expect(error).toMatchObject({ kind: 'answered', status: 422, message: 'Please enter a title', isTemporary: false });
    expect(errorAt(error, 'title')).toBe('Please enter a title');
  });

  test('API-94: a conflict has the current values', async () => {
    const { call } = await serve(problem(409, 'Someone else changed this.', { current: { title: 'Theirs' } }));
    const error = await failureOf(call(formCalls.editEventSeries, { params: { id }, body: { title: 'Mine' } }));
    expect(error.current).toEqual({ title: 'Theirs' });
  });

  test.each([
    [502, true, 'The server returned error 502.'],
    [403, false, 'A proxy or firewall answered with error 403.'],
  ])('an error page of a proxy is reported by its status: %i', async (status, isTemporary, message) => {
    const { call } = await serve((_, response) => void response.writeHead(status).end('<h1>Blocked</h1>'));
    expect(await failureOf(call(sessionCalls.getMe, {}))).toMatchObject({ status, isTemporary, message });
  });

  test('a success that does not match the contract, or is not JSON, is rejected', async () => {
    for (const handler of [json(200, { data: { email: 1 } }), (_: unknown, response: ServerResponse) => void response.end('hello')]) {
      const { call } = await serve(handler);
      expect(await failureOf(call(sessionCalls.getMe, {}))).toMatchObject({ kind: 'unreadable', isTemporary: false });
    }
  });

  test('a server that hangs up counts as unreachable, and the call may be repeated', async () => {
    const { call } = await serve((request) => void request.socket.destroy());
    expect(await failureOf(call(sessionCalls.getMe, {}))).toMatchObject({
      kind: 'unreachable',
      isTemporary: true,
      message: 'The server could not be reached.',
    });
  });

  test('a call that its caller aborts fails with the abort error', async () => {
    const { call } = await serve(() => undefined);
    const controller = new AbortController();
    const pending = call(sessionCalls.getMe, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('ERR-12: a failure is logged', () => {
  test('with its call and reason, without anything that was sent or answered', async () => {
    const { call, download, lines } = await serve(problem(422, 'canary', { errors: [{ path: 'title', message: 'canary' }] }));
    await failureOf(call(formCalls.editEventSeries, { params: { id: 'canary' }, body: { title: 'canary' } }));
    await failureOf(download(attendeeCalls.exportForm, { params: { id: 'canary' } }));
    expect(lines).toEqual([
      'POST /event_series/:id/edit failed: answered with status 422',
      'GET /form/:id/export failed: answered with status 422',
    ]);
  });

  test('whether the server hangs up or its answer cannot be read', async () => {
    const gone = await serve((request) => void request.socket.destroy());
    await failureOf(gone.call(statisticsCalls.getStatistics, { params: { id } }));
    const odd = await serve(json(200, { data: { months: 'canary' } }));
    await failureOf(odd.call(statisticsCalls.getStatistics, { params: { id } }));
    expect([...gone.lines, ...odd.lines]).toEqual([
      'GET /event_series/:id/statistics failed: unreachable',
      'GET /event_series/:id/statistics failed: unreadable',
    ]);
  });

  test('even when the request cannot be built: it is not sent, and the connection is not blamed', async () => {
    const { call, requests, lines } = await serve(json(200, { data: user }), { getToken: async () => 'two\nlines' });
    await expect(call(sessionCalls.getMe, {})).rejects.toThrow(TypeError);
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const other = await serve(json(200, { data: user }));
    await expect(other.call(feedbackCalls.submitFeedback, { params: { id }, body: { rating: 5, ...circle } })).rejects.not.toBeInstanceOf(
      ApiError,
    );
    expect([...requests, ...other.requests]).toEqual([]);
    expect([...lines, ...other.lines]).toEqual([
      expect.stringMatching(/^GET \/me failed: TypeError: /),
      expect.stringMatching(/^POST \/website-feedback\/:id\/submit failed: TypeError: /),
    ]);
  });

  test('but not when its caller aborted it, nor when it succeeded', async () => {
    const { call, lines } = await serve((request, response) =>
      request.url === '/api/me' ? json(200, { data: user })(request, response) : undefined,
    );
    await call(sessionCalls.getMe, {});
    const controller = new AbortController();
    const pending = call(statisticsCalls.getStatistics, { params: { id }, signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(lines).toEqual([]);
  });
});

describe('a refused token', () => {
  /** Accepts only the second token. */
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
    expect(await call(sessionCalls.getMe, {})).toEqual(user);
    expect(renewals).toEqual(['token 1']);
    expect(requests).toHaveLength(2);
  });

  test('D26: is not renewed a second time', async () => {
    const { call, requests } = await serve(problem(401, 'Please sign in again.'), { renew: async () => 'token 3' });
    expect(await failureOf(call(sessionCalls.getMe, {}))).toMatchObject({ status: 401 });
    expect(requests).toHaveLength(2);
  });

  test('D26: without a new token the call fails with the first answer', async () => {
    const { call, requests } = await serve(problem(401, 'Please sign in again.'));
    expect(await failureOf(call(sessionCalls.getMe, {}))).toMatchObject({ status: 401, message: 'Please sign in again.' });
    expect(requests).toHaveLength(1);
  });

  test('an add that is repeated keeps its body and its key, so it adds only once', async () => {
    const { call, requests } = await serve(takesSecond, { renew: async () => 'token 2' });
    await failureOf(call(formCalls.addEventSeries, { body: { title: 'Brunch' }, idempotencyKey: 'key' }));
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

  test('EXP-2: keeps the content and the name from the server', async () => {
    const { download } = await serve(csv(`attachment; filename="Sian.csv"; filename*=UTF-8''Si%C3%A2n%20-%20x.csv`));
    const file = await download(attendeeCalls.exportEvent, { params: { id, eventId: id } });
    expect(file.fileName).toBe('Siân - x.csv');
    expect(await file.blob.text()).toBe('a,b\n');
  });

  test('uses the plain name when there is no encoded one', async () => {
    const { download } = await serve(csv('attachment; filename="plain.csv"'));
    expect((await download(attendeeCalls.exportEvent, { params: { id, eventId: id } })).fileName).toBe('plain.csv');
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

  test('LIV-2: carries the token and yields the events in order', async () => {
    const { follow, requests } = await serve(events);
    expect(await listOf(follow)).toEqual([
      { event: 'progress', data: '1' },
      { event: 'done', data: '2' },
    ]);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/progress', headers: { authorization: 'Bearer token 1' } });
  });

  test('fails like any other call when it is refused', async () => {
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

test('a test mail may take as long as the server waits for the mail server', async () => {
  using timeout = vi.spyOn(AbortSignal, 'timeout');
  const { call } = await serve(json(200, { data: { message: 'Sent' } }));
  await call(connectionCalls.testMail, { body: {} });
  await call(connectionCalls.testConnection, { params: { service: 'mail' } });
  expect(timeout.mock.calls).toEqual([[60_000], [20_000]]);
});
