import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll } from 'vitest';

/** A request to send `atOnce` times at the same time; without a body, a GET. */
export interface Flood {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly atOnce: number;
}

interface FloodAnswers {
  readonly statuses: readonly number[];
  /** The time of the longest answer. */
  readonly bytes: number;
  /** The processor time of the server's thread. */
  readonly processorMs: number;
}

const MICROSECONDS_PER_MS = 1_000;

const CLIENT = `
const { parentPort, workerData: url } = require('node:worker_threads');
parentPort.on('message', async ({ path, headers, body, atOnce }) => {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const answers = await Promise.all(Array.from({ length: atOnce }, async () => {
    const answer = await fetch(url + path, init);
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  }));
  const health = await fetch(url + '/healthz');
  parentPort.postMessage({ statuses: answers.map(({ status }) => status), bytes: Math.max(...answers.map(({ bytes }) => bytes)), lives: health.ok });
});`;

/** Sends floods to a server of this thread from another thread, so that the processor time of sending is not counted. */
export function openFloodClient(url: string): (flood: Flood) => Promise<FloodAnswers> {
  const client = new Worker(CLIENT, { eval: true, workerData: url });
  afterAll(async () => client.terminate());
  return async (flood) => {
    const start = process.threadCpuUsage();
    client.postMessage(flood);
    const [answers] = await once(client, 'message');
    const { user, system } = process.threadCpuUsage(start);
    return { ...answers, processorMs: (user + system) / MICROSECONDS_PER_MS };
  };
}
