import pg from 'pg';

/** SQLSTATE classes of errors that a single row can cause: bad data, a violated constraint, a conflict, a limit. */
const ROW_LEVEL = /^(?:22|23|40|54)/;

/** Whether a single row may have made a statement for many rows fail, so that each half is worth another attempt. */
export const isRowLevelError = (error: unknown): boolean => error instanceof pg.DatabaseError && ROW_LEVEL.test(error.code ?? '');
