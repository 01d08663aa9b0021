import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

/** `PREPARED` as text. */
export const PREPARED_MARK = '/* prepared */';
const START = `select ${PREPARED_MARK}`;

const isMarked = (text: string): boolean => text.startsWith(START) || text.startsWith(PREPARED_MARK);

/**
 * For `modifyFront` of a query that is read often, or in front of a statement: each connection parses it once, and after five times plans
 * it once, for any parameters. Not for queries whose best plan depends on the parameters or whose text varies much.
 */
export const PREPARED = sql.raw<unknown>(PREPARED_MARK);

/** Lets a client send the queries that are marked as `PREPARED` by name. */
export function prepareMarked(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, [text, values, ...rest]: unknown[]): unknown =>
      typeof text === 'string' && isMarked(text)
        ? Reflect.apply(query, self, [{ name: hash('md5', text), text, values }, ...rest])
        : Reflect.apply(query, self, [text, values, ...rest]),
  });
}
