import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines Ltd', accepts_marketing: false };

/** Someone who signs up for all of these events, with a unique key. */
export interface Visitor {
  readonly key: string;
  readonly events: readonly string[];
  /** Those of them whose waiting list is joined when they are full. */
  readonly waits?: readonly string[];
}

/** A place, a position on a waiting list, or a refusal. */
export interface Answer extends Visitor {
  readonly status: number;
  readonly text: string;
  /** The server that gave it. */
  readonly url: string;
  readonly attempts: number;
  readonly waitedMs: number;
}

/** One connection for each running call. Its calls take a fraction of the processor time of `fetch`, which the servers need. */
const agent = new http.Agent({ keepAlive: true });

async function post(url: string, headers: http.OutgoingHttpHeaders, body: string): Promise<Pick<Answer, 'status' | 'text'>> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  http.request(url, { method: 'POST', agent, headers }).on('response', resolve).on('error', reject).end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, text: await text(response) };
}

/** Signs up until the answer is a place or a refusal; each attempt goes to the next server. */
async function signUp(visitor: Visitor, seriesId: string, urls: readonly string[]): Promise<Answer> {
  const { key, events, waits = [] } = visitor;
  const body = JSON.stringify({ ...PERSON, email: `${key}@example.com`, events, _waiting_list: waits });
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const startedAt = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    const url = urls[(attempts - 1) % urls.length] ?? '';
    try {
      const answer = await post(`${url}/api/event_series/${seriesId}/submit`, headers, body);
      if (answer.status === 200 || answer.status === 422) {
        return { ...visitor, ...answer, url, attempts, waitedMs: performance.now() - startedAt };
      }
    } catch {
      // The server or the database was killed.
    }
    await sleep(PAUSE_MS);
  }
}

interface Rush {
  readonly seriesId: string;
  readonly urls: readonly string[];
  readonly connections: number;
  readonly onAnswer?: (answer: Answer) => void;
}

/** Signs all of these up through this many connections, which are divided among the servers; each stays with the server that answered it last. */
export async function signAllUp(visitors: readonly Visitor[], { seriesId, urls, connections, onAnswer }: Rush): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const connection = async (_: unknown, index: number): Promise<void> => {
    let own = index % 2 === 0 ? urls : urls.toReversed();
    for (let visitor = visitors[next++]; visitor !== undefined; visitor = visitors[next++]) {
      const answer = await signUp(visitor, seriesId, own);
      own = [answer.url, ...urls.filter((url) => url !== answer.url)];
      answers.push(answer);
      onAnswer?.(answer);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return answers;
}
