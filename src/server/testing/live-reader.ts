import { onTestFinished } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { until } from './worker.ts';

interface LiveEvent {
  readonly event: string;
  readonly data: { readonly topics?: LiveChange[] };
}

function parse(block: string): LiveEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }];
}

/** All changes of a topic so far, as one. */
function noticesOf(events: readonly LiveEvent[], topic: string) {
  const changes = events.flatMap(({ data }) => data.topics ?? []).filter((change) => change.topic === topic);
  return {
    added: changes.reduce((sum, { added }) => sum + added, 0),
    ids: changes.flatMap(({ ids }): (string | null)[] => ids ?? [null]),
    by: [...new Set(changes.map(({ by }) => by))],
  };
}

/** Opens a stream of live updates on a server, or with the headers of a phone that of its door, and waits for its `hello`. Gives its messages so far, with the numbers of comments and bytes; it is closed at the end of the test. */
export async function readLive(url: string, token = 'staff', query = '', door?: Readonly<Record<string, string>>) {
  const ending = new AbortController();
  const stop = () => ending.abort();
  onTestFinished(stop);
  const response = await fetch(`${url}/api${door === undefined ? '' : '/door'}/live${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip', ...door },
    signal: ending.signal,
  });
  const events: LiveEvent[] = [];
  let comments = 0;
  let isOver = false;
  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body) {
        const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        comments += blocks.filter((block) => block.startsWith(':')).length;
        events.push(...blocks.flatMap(parse));
      }
    } catch {
      // Stopped by the test, or cut off by the server.
    }
    isOver = true;
  }
  if (response.body !== null) void read(response.body);
  const names = () => events.map(({ event }) => event);
  if (response.ok) await until('hello', () => names().includes('hello'));
  return {
    response,
    events,
    comments: () => comments,
    isOver: () => isOver,
    notices: (topic: string) => noticesOf(events, topic),
    names,
    stop,
  };
}
