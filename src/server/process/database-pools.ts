import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { type ConnectionLog, openDatabase } from '#server/db/connection.ts';
import { silenceWatch } from '#server/db/silence.ts';
import { throttleLog } from '#server/throttle-log.ts';

/** Shorter than the default: with the waits in the queue and for a connection, a visitor waits half a minute at most. */
const VISITORS_STATEMENT_TIMEOUT_MS = 10_000;
/** A hanging query must not keep the embedded database from stopping. */
const CLOSE_MS = 1_500;
const STAFF_SHARE = 0.25;
/** One connection for a lock that is held, and one for the work in the meantime. */
const LEAST_EACH = 2;

/** The size of each pool, of the connections of this process (setting DATABASE_POOL). */
export function poolSizes(total: number, roles: Config['roles']): Record<'visitors' | 'staff' | 'worker', number> {
  if (!roles.web) return { visitors: 0, staff: 0, worker: total };
  const share = Math.max(LEAST_EACH, Math.floor(total * STAFF_SHARE));
  const worker = roles.worker ? share : 0;
  return { visitors: total - share - worker, staff: share, worker };
}

/** Throttled, since a restart of the database breaks all connections at once. */
function connectionLog(log: Logger): ConnectionLog {
  const write = throttleLog(
    ({ message }: { message: string; details: Parameters<ConnectionLog['warn']>[0] }) => message,
    ({ message, details }, count) => log.warn({ ...details, count }, message),
  );
  return { warn: (details, message) => write({ details, message }) };
}

/** Reads wait no longer than this for a replica that does not answer. */
const REPLICA_CONNECT_MS = 1_000;

/** The same number of connections as for staff, and one that checks whether the replica is up to date. */
function openReplica(url: string, reads: number, log: ConnectionLog) {
  const shared = { url, log, connectTimeoutMs: REPLICA_CONNECT_MS };
  return { reads: openDatabase({ ...shared, pool: reads }), state: openDatabase({ ...shared, pool: 1 }) };
}

/** Opens separate pools, so that neither a heavy staff page nor a backlog of steps delays visitors; they connect at the first query. */
export function openPools({ database, roles }: Config, url: string, logger: Logger) {
  const { directUrl } = database;
  const log = connectionLog(logger);
  const sizes = poolSizes(database.pool, roles);
  const shared = { url, directUrl, log, silence: silenceWatch(log) };
  const visitors = openDatabase({ ...shared, pool: sizes.visitors, statementTimeoutMs: VISITORS_STATEMENT_TIMEOUT_MS });
  const staff = openDatabase({ ...shared, pool: sizes.staff });
  const worker = openDatabase({ ...shared, pool: sizes.worker });
  const replica = database.readUrl === undefined || !roles.web ? undefined : openReplica(database.readUrl, sizes.staff, log);
  const all = [visitors, staff, worker, ...(replica === undefined ? [] : [replica.reads, replica.state])];
  return {
    visitors,
    staff,
    worker,
    replica,
    close: async () => {
      await Promise.race([Promise.all(all.map(async ({ close }) => close())), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
