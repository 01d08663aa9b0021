import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { ConnectionLog, DatabaseConnection, Tx } from './connection.ts';

interface GatheredNotifyOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  /** What to send; nothing when undefined. */
  readonly takePayload: () => string | undefined;
  /** How long to wait before a notification, for more that it can say. */
  readonly gatherMs?: number;
  /** How long to rest after one. */
  readonly pauseMs?: number;
  readonly onFailure: (error: unknown) => void;
}

// The commit need not reach the disk: listeners poll as well, and so find what a lost notification announced.
const NOTIFY = "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/** Makes a function that notifies once for many calls, in its own statement, since commits that notify wait for each other to reach the disk. */
export function gatheredNotify({ pool, channel, takePayload, gatherMs = 0, pauseMs = 0, onFailure }: GatheredNotifyOptions): () => void {
  let isDue = false;
  let isNotifying = false;
  async function notify(): Promise<void> {
    isNotifying = true;
    while (isDue) {
      if (gatherMs > 0) await sleep(gatherMs, undefined, { ref: false });
      isDue = false;
      const payload = takePayload();
      if (payload !== undefined) await pool.query(NOTIFY, [channel, payload]).catch(onFailure);
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    }
    isNotifying = false;
  }
  return () => {
    isDue = true;
    if (!isNotifying) void notify();
  };
}

/** Notifies workers: of new sign-ups, with an empty payload, or of what else there is to do. */
export const WORK_CHANNEL = 'sign_up';

/** Wakes the workers once the transaction has committed. @param work a row of their table (`process/start-worker.ts`), or those of all steps */
export const wakeWorkers = (tx: Tx, work: 'changes' | 'lost links' | 'duplicate leads' | 'steps'): Promise<unknown> =>
  sql`select pg_notify(${WORK_CHANNEL}, ${work})`.execute(tx);

/** Notifies web processes of changes, for the screens that are open: `liveNoticeSchema` as JSON. */
export const LIVE_CHANNEL = 'live';
const RECONNECT_MS = 1_000;
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

interface ListenOptions {
  readonly database: Pick<DatabaseConnection, 'pool' | 'directUrl'>;
  readonly channel: string;
  readonly log: ConnectionLog;
  readonly onMessage: (payload: string) => void;
  /** Called after each reconnect, since notifications may have been missed. */
  readonly onReconnect: () => void;
}

/** Resolves when the connection is lost; a query tells a silent one from a dead one. */
async function watch(client: pg.Client, ending: AbortSignal): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.once('error', () => resolve());
    ending.addEventListener('abort', () => resolve(), { once: true });
  });
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  while (!isGone) {
    await Promise.race([gone, sleep(HEARTBEAT_MS, undefined, { ref: false })]);
    if (isGone) return;
    const answer = client.query('select 1').then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([answer, sleep(HEARTBEAT_TIMEOUT_MS, false, { ref: false })]))) return;
  }
}

async function connect({ database: { pool, directUrl }, channel, onMessage }: ListenOptions): Promise<pg.Client> {
  const address = directUrl === undefined ? {} : { connectionString: directUrl };
  const client = new pg.Client({ ...pool.options, ...address, statement_timeout: 0 });
  client.on('error', () => undefined); // `watch` sees the loss; without a listener the process would end.
  try {
    await client.connect();
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const discard = (client: pg.Client): void => void client.end().catch(() => undefined);

/** Listens on a channel over its own connection, which is restored when it is lost. @returns stops it */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const ending = new AbortController();
  let client = await connect(options);
  async function keepConnected(): Promise<void> {
    while (!ending.signal.aborted) {
      await watch(client, ending.signal);
      if (ending.signal.aborted) break;
      discard(client);
      options.log.warn({ code: undefined, reason: options.channel }, 'The connection for notifications was lost and has been restored');
      client = await reconnect();
      if (!ending.signal.aborted) options.onReconnect();
    }
    discard(client);
  }
  async function reconnect(): Promise<pg.Client> {
    for (;;) {
      await sleep(RECONNECT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted) return client;
      const next = await connect(options).catch(() => undefined); // The database is still down.
      if (next !== undefined) return next;
    }
  }
  const connected = keepConnected();
  return async () => {
    ending.abort();
    await connected;
  };
}
