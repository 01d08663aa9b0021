import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const CONNECTION_EXCEPTION = '08';
const INSUFFICIENT_RESOURCES = '53'; // Disk full, out of memory, too many connections.
/** A replica that is not yet the primary, or a service that has switched writing off. */
export const READ_ONLY = '25006';
const SHUTDOWN_CODES = new Set(['57P01', '57P02', '57P03', '57P05', READ_ONLY]);
/** Serialisation failure, deadlock, lock timeout, statement timeout. */
const CONFLICT_CODES = new Set(['40001', '40P01', '55P03', '57014']);
/** pg's errors without a code; and a Unix socket whose server is not running, or lets too many others wait. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|connect (ENOENT|EAGAIN))/;

/** The database did not answer within the time that a statement may take. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
}

/** Refused without a query: too many already wait for the database, or this one has waited too long. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  readonly code = 'EBUSY';
}

/** The code of an error of the database, the system or a socket; empty where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether an error means that the database is away, starting or out of resources, so that a later attempt may succeed (status 503). */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy) return true;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = errorCode(error);
  if (SOCKET_CODES.has(code) || SHUTDOWN_CODES.has(code)) return true;
  if (code.length === 5 && (code.startsWith(CONNECTION_EXCEPTION) || code.startsWith(INSUFFICIENT_RESOURCES))) return true;
  return LOST_CONNECTION.test(error.message);
}

/** Whether the same query may succeed in a moment: an outage, or a conflict with other queries. */
export const isTransient = (error: unknown): boolean => isOutage(error) || CONFLICT_CODES.has(errorCode(error));

/** @throws Error with this message when the work takes longer, and what the work throws */
export async function within<Result>(ms: number, message: string, work: Promise<Result>): Promise<Result> {
  const giveUp = new AbortController();
  const late = sleep(ms, undefined, { signal: giveUp.signal }).then(() => Promise.reject(new Error(message)));
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    giveUp.abort();
  }
}

const AGAIN_MS = 500;
/** A restart of the database must not lose what a service did. */
const AGAIN_FOR_MS = 120_000;

/** Records what cannot be undone: again and again for two minutes while errors are transient. @param onFailure is called at each @throws any other error, or the last */
export async function recordSurely<T>(record: () => Promise<T>, onFailure?: (error: unknown) => void): Promise<T> {
  const deadline = performance.now() + AGAIN_FOR_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      onFailure?.(error);
      await sleep(AGAIN_MS);
    }
  }
}

/** Whether a table is not there, as before the first start. */
export const isMissingTable = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42P01';

/** SQLSTATE classes of errors that a single row can cause: bad data, a violated constraint, a conflict, a limit. */
const ROW_LEVEL = /^(?:22|23|40|54)/;

/** Whether a single row may have made a statement for many rows fail, so that each half is worth another attempt. */
export const isRowLevelError = (error: unknown): boolean => error instanceof pg.DatabaseError && ROW_LEVEL.test(error.code ?? '');
