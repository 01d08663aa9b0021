import { sql } from 'kysely';

/** `PREPARED` as text. */
export const PREPARED_MARK = '/* prepared */';
const START = `select ${PREPARED_MARK}`;

/** Whether a query is sent by name. */
export const isMarked = (text: string): boolean => text.startsWith(START) || text.startsWith(PREPARED_MARK);

/**
 * For `modifyFront` of a query that is read often, or in front of a statement: each connection parses it once, and after five times plans
 * it once, for any parameters. Not for queries whose best plan depends on the parameters or whose text varies much.
 */
export const PREPARED = sql.raw<unknown>(PREPARED_MARK);
