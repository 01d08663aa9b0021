import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a stand-in treats a request: `lost` does the work, but disconnects without an answer. */
export type Behaviour =
  | { kind: 'work' }
  | { kind: 'slow'; ms: number }
  | { kind: 'wait'; retryAfterSeconds: number | string }
  | { kind: 'status'; status: number; body?: unknown }
  | { kind: 'garbage' }
  | { kind: 'refuse'; error: string }
  | { kind: 'cut' }
  | { kind: 'lost' };

/** The behaviours for the next requests, one each; the last one stays. */
export class Behaviours {
  #list: Behaviour[] = [{ kind: 'work' }];
  requests = 0;

  set(...list: [Behaviour, ...Behaviour[]]): void {
    this.#list = list;
  }

  next(): Behaviour {
    this.requests += 1;
    const [first = { kind: 'work' }, ...rest] = this.#list;
    if (rest.length > 0) this.#list = rest;
    return first;
  }
}

export interface JsonAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

export type JsonWork = (request: { method: string; path: string; headers: IncomingMessage['headers']; body: string }) => JsonAnswer;

function answer(response: ServerResponse, { status = 200, headers = {}, body }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const refusalOf = (behaviour: Behaviour): JsonAnswer | undefined => {
  if (behaviour.kind === 'wait')
    return { status: 429, headers: { 'retry-after': String(behaviour.retryAfterSeconds) }, body: { ok: false } };
  if (behaviour.kind === 'status') return { status: behaviour.status, body: behaviour.body ?? { message: 'no' } };
  return behaviour.kind === 'refuse' ? { body: { ok: false, error: behaviour.error } } : undefined;
};

async function treat(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse, work: () => JsonAnswer): Promise<void> {
  const refusal = refusalOf(behaviour);
  if (behaviour.kind === 'slow') await sleep(behaviour.ms);
  if (behaviour.kind === 'lost') work();
  if (behaviour.kind === 'lost' || behaviour.kind === 'cut') request.socket.destroy();
  else if (behaviour.kind === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>{"ok":');
  else answer(response, refusal ?? work());
}

/** Starts a JSON server on loopback with these behaviours. */
export async function startHttpStandIn(behaviours: Behaviours, work: JsonWork, port = 0) {
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void (async () => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const { method = '', url = '', headers } = request;
      await treat(behaviours.next(), request, response, () => work({ method, path: url, headers, body }));
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
