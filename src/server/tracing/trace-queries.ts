import type pg from 'pg';
import { presentWork, type Work, works } from './work.ts';

const KEYWORD = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]+)/i;

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
};

const nameOf = (query: unknown): string | undefined => {
  const name: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
};

function workOf(query: unknown): Work {
  const operation = KEYWORD.exec(textOf(query))?.[1]?.toLowerCase() ?? 'query';
  const name = nameOf(query) ?? operation;
  return { name, kind: 'query', facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation } };
}

/** Streams hand themselves in, and are returned as they are. */
const isStream = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query;

/** Shows each query of this client in traces, by the first word of its text or the name that we gave it, while there is present work. */
export function traceQueries(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, args: unknown[]): unknown => {
      const ask = (...given: unknown[]): unknown => Reflect.apply(query, self, given);
      if (presentWork.getStore() === undefined || isStream(args[0])) return ask(...args);
      if (typeof args.at(-1) === 'function') return works.traceCallback(ask, -1, workOf(args[0]), undefined, ...args);
      return works.tracePromise(async (...given: unknown[]) => ask(...given), workOf(args[0]), undefined, ...args);
    },
  });
}
