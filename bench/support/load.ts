import net from 'node:net';
import type { FilledSeries } from './volume.ts';

/** A load on a port of this machine: each connection sends its next request as soon as the last one is answered. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Makes an HTTP/1.1 request as text; `number` is unique within the run. */
  readonly request: (number: number) => string;
  /** The expected status of every answer; 200 by default. */
  readonly status?: number | undefined;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds from sending a request to the last byte of its answer, ascending. */
  readonly latencies: readonly number[];
}

const HEAD_END = '\r\n\r\n';
let sent = 0;

/** Whether a whole answer has arrived, by its Content-Length. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf(HEAD_END);
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length !== undefined && answer.length >= head + HEAD_END.length + Number(length);
}

/** Uses one connection until the deadline; gives the latencies. @throws Error for an answer with another status */
function drive({ port, request, status = 200 }: Load, deadline: number): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>();
  const latencies: number[] = [];
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  let answer = '';
  let startedAt = 0;
  const send = () => {
    sent += 1;
    answer = '';
    startedAt = performance.now();
    socket.write(request(sent));
  };
  socket.setEncoding('latin1');
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('data', (part) => {
    answer += String(part);
    if (!isWhole(answer)) return;
    if (!answer.startsWith(`HTTP/1.1 ${status}`)) reject(new Error(answer));
    const now = performance.now();
    latencies.push(now - startedAt);
    if (now < deadline) send();
    else socket.end(() => resolve(latencies));
  });
  return promise;
}

/** Runs a load with a minimal client, since it shares the processors with the server. */
export async function run(load: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  const deadline = startedAt + load.milliseconds;
  const all = await Promise.all(Array.from({ length: load.connections }, () => drive(load, deadline)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const latencies = all.flat().toSorted((a, b) => a - b);
  return { perSecond: latencies.length / seconds, latencies };
}

/** A POST with a JSON body, as text. */
export function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${lines.join('')}\r\n${text}`;
}

/** A GET, as text. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

/** The body of a sign-up for two of the four events of a series, as its form sends it. */
export const bodyOf = (number: number, eventIds: readonly string[]) => ({
  first_name: 'Ada',
  last_name: `Lovelace ${number}`,
  job_title: 'Analyst',
  organisation: 'Analytical Engines Ltd',
  email: `ada.${number}@example.com`,
  accepts_marketing: number % 2 === 0,
  events: [eventIds[number % 4], eventIds[(number + 1) % 4]],
  diet: 'Vegan',
  expectations: 'To learn how the engine weaves algebraical patterns.',
  menu: 'Eggs',
  utm_source: 'newsletter',
});

/** Makes the requests of sign-ups for a series; `further` replaces parts of their bodies. */
export const signUpTo =
  ({ seriesId, eventIds }: FilledSeries, further: (number: number) => object = () => ({})) =>
  (number: number): string => {
    const body = { ...bodyOf(number, eventIds), ...further(number) };
    return post(`/api/event_series/${seriesId}/submit`, body, { 'idempotency-key': `load-${number}` });
  };
