import { sql } from 'kysely';

/** `PREPARED` as text. */
export const PREPARED_MARK = '/* prepared */';
const START = `select ${PREPARED_MARK}`;

/** Whether a query is sent by name. */
export const isMarked = (text: string): boolean => text.startsWith(START) || text.startsWith(PREPARED_MARK);

/** For a query that runs often: each connection parses it once and soon plans it once. Not where the best plan depends on the parameters, or the text varies. */
export const PREPARED = sql.raw<unknown>(PREPARED_MARK);
