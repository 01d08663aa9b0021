import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

interface BalancerOptions {
  /** The ports on which servers listen, or will listen. */
  ports: readonly number[];
  /** Milliseconds between checks of `/readyz`. */
  checkMs: number;
  /** Whether a request that a server did not answer goes to the next: one that was not sent, or that may be sent twice. Default: no. */
  repeats?: boolean;
}

interface Forwarded {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly body: Buffer;
}

const CHECK_TIMEOUT_MS = 2_000;

async function isReady(port: number): Promise<boolean> {
  const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) };
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, options).catch(() => undefined);
  return response?.status === 200;
}

const isUnsent = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED';

const mayBeSentTwice = ({ method, headers }: http.IncomingMessage): boolean => method === 'GET' || headers['idempotency-key'] !== undefined;

/** Forwards a request and its answer to the first of these ports, or to the next; 502 when the server does not answer. */
function forward({ request, response, body }: Forwarded, [port, ...next]: readonly number[], agent: http.Agent): void {
  const { method, url: path, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers, agent });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else if (next.length > 0 && (isUnsent(error) || mayBeSentTwice(request))) forward({ request, response, body }, next, agent);
    else response.writeHead(502).end(`${port}: ${error.message}`);
  });
  onward.end(body);
}

/** Starts a balancer that sends requests alternately to the servers that are ready. Unless it is told to, it never repeats a request, so that each failure reaches a visitor. */
export async function startBalancer({ ports, checkMs, repeats = false }: BalancerOptions) {
  const ending = new AbortController();
  const agent = new http.Agent({ keepAlive: true });
  let ready: readonly number[] = [];
  let turn = 0;
  async function check(): Promise<void> {
    const answers = await Promise.all(ports.map(isReady));
    ready = ports.filter((_, index) => answers[index]);
  }
  async function keepChecking(): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(checkMs, undefined, { signal: ending.signal }).catch(() => undefined); // Only rejects when stopped.
      if (!ending.signal.aborted) await check();
    }
  }
  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await buffer(request);
    turn += 1;
    const first = turn % ready.length;
    const order = [...ready.slice(first), ...ready.slice(0, first)];
    if (order.length === 0) response.writeHead(503).end('No server is ready');
    else forward({ request, response, body }, repeats ? order : order.slice(0, 1), agent);
  }
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy()); // The client has disconnected.
  });
  await check();
  const looking = keepChecking();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** The ports that were ready at the last check. */
    ready: () => ready,
    close: async () => {
      ending.abort();
      await looking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
