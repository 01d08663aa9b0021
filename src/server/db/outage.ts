/** Socket errors, and SQLSTATE classes and codes, that say "not now" rather than "not so". */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const CONNECTION_EXCEPTION = '08';
const INSUFFICIENT_RESOURCES = '53'; // Disk full, out of memory, too many connections.
const SHUTDOWN_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '25006']); // The last one: a replica that is not the primary yet.
/** pg gives these without a code. */
const LOST_CONNECTION = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether a failed query means that the database is away, starting, or out of room: a later try may succeed, so the answer is 503. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = codeOf(error);
  if (SOCKET_CODES.has(code) || SHUTDOWN_CODES.has(code)) return true;
  if (code.length === 5 && (code.startsWith(CONNECTION_EXCEPTION) || code.startsWith(INSUFFICIENT_RESOURCES))) return true;
  return LOST_CONNECTION.test(error.message);
}
