import pg from 'pg';

/** SQLSTATE classes that one row can cause for a whole statement: bad data, a broken constraint, a limit, a conflict of locks. */
const ONE_ROWS_FAULT = /^(?:22|23|40|54)/;

/** Whether a statement for many rows may have failed for one of them: then each half is worth a try by itself. */
export const isOneRowsFault = (error: unknown): boolean => error instanceof pg.DatabaseError && ONE_ROWS_FAULT.test(error.code ?? '');
