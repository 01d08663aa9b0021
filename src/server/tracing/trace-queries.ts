import type pg from 'pg';
import { currentWork, type Work, workChannel } from './work.ts';

const KEYWORD = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]+)/i;

const partOf = (query: unknown, key: string): unknown =>
  typeof query === 'object' && query !== null ? Reflect.get(query, key) : undefined;

const textOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query : partOf(query, 'text');
  return typeof text === 'string' ? text : '';
};

const nameOf = (query: unknown): string | undefined => {
  const name = partOf(query, 'name');
  return typeof name === 'string' ? name : undefined;
};

function workOf(query: unknown): Work {
  const operation = KEYWORD.exec(textOf(query))?.[1]?.toLowerCase() ?? 'query';
  const name = nameOf(query) ?? operation;
  return { name, kind: 'query', facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation } };
}

/** Streams hand themselves in, and are returned as they are. */
const isStream = (query: unknown): boolean => typeof partOf(query, 'submit') === 'function';

/** Shows each query of this client in traces, by the first word of its text or the name that we gave it, while there is current work. */
export function traceQueries(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, args: unknown[]): unknown => {
      const ask = (...given: unknown[]): unknown => Reflect.apply(query, self, given);
      if (currentWork.getStore() === undefined || isStream(args[0])) return ask(...args);
      if (typeof args.at(-1) === 'function') return workChannel.traceCallback(ask, -1, workOf(args[0]), undefined, ...args);
      return workChannel.tracePromise(async (...given: unknown[]) => ask(...given), workOf(args[0]), undefined, ...args);
    },
  });
}
