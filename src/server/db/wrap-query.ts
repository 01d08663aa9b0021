import { hash } from 'node:crypto';
import type pg from 'pg';
import { currentWork, type Work, workChannel } from '#server/tracing/work.ts';
import { isMarked } from './prepared.ts';

/** An object with a text, or a stream. */
interface Query {
  readonly text?: string;
  readonly name?: string | undefined;
  readonly values?: unknown;
  readonly submit?: unknown;
}
type Args = [query: string | Query, ...further: unknown[]];
type Ask = (...args: Args) => unknown;

interface Options {
  /** Behind a pooler no query is prepared, since the next one may reach another session. */
  readonly isPooled: boolean;
  /** Whether traces show each query of the current work, by the first word of its text or the name that we gave it. */
  readonly isTraced: boolean;
}

/** Streams hand themselves in, and are returned unchanged. */
const isStream = (query: string | Query): boolean => typeof query !== 'string' && typeof query.submit === 'function';

function withName(args: Args): Args {
  const [text, values, ...further] = args;
  return typeof text === 'string' && isMarked(text) ? [{ name: hash('md5', text), text, values }, ...further] : args;
}

function withoutName(args: Args): Args {
  const [query, ...further] = args;
  return typeof query === 'string' || isStream(query) ? args : [{ ...query, name: undefined }, ...further];
}

const KEYWORD = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]+)/i;

function workOf(query: string | Query): Work {
  const { text = '', name } = typeof query === 'string' ? { text: query } : query;
  const operation = KEYWORD.exec(text)?.[1]?.toLowerCase() ?? 'query';
  return { name: name ?? operation, kind: 'query', facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation } };
}

function trace(ask: Ask, args: Args): unknown {
  if (currentWork.getStore() === undefined || isStream(args[0])) return ask(...args);
  if (typeof args.at(-1) === 'function') return workChannel.traceCallback(ask, -1, workOf(args[0]), undefined, ...args);
  return workChannel.tracePromise(async (...given: Args) => ask(...given), workOf(args[0]), undefined, ...args);
}

/** Lets a client send the queries that are marked as `PREPARED` by name, and shows its queries in traces. */
export function wrapQuery(client: pg.ClientBase, { isPooled, isTraced }: Options): void {
  const rename = isPooled ? withoutName : withName;
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, args: Args): unknown => {
      const ask: Ask = (...given) => Reflect.apply(query, self, rename(given));
      return isTraced ? trace(ask, args) : ask(...args);
    },
  });
}
