import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type ConnectionLog, type DatabaseConnection, type Tx, withStyle } from './connection.ts';

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
  const gone = new Promise<true>((resolve) => {
    const end = () => resolve(true);
    client.once('end', end).once('error', end);
    ending.addEventListener('abort', end, { once: true });
    if (ending.aborted) end();
  });
  while (!(await Promise.race([gone, sleep(HEARTBEAT_MS, false, { ref: false })]))) {
    const answer = client.query('select 1').then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([answer, sleep(HEARTBEAT_TIMEOUT_MS, false, { ref: false })]))) return;
  }
}

async function connect({ database: { pool, directUrl }, channel, onMessage }: ListenOptions): Promise<pg.Client> {
  const address = directUrl === undefined ? {} : { connectionString: withStyle(directUrl) };
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

/** Listens on a channel over its own connection, which is restored when it is lost. @returns stops it */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const { signal } = ending;
  const first = await connect(options);
  async function keepConnected(): Promise<void> {
    let client: pg.Client | undefined = first;
    while (client !== undefined) {
      await watch(client, signal);
      void client.end().catch(() => undefined);
      if (!signal.aborted)
        options.log.warn({ code: undefined, reason: options.channel }, 'The connection for notifications was lost and is being restored');
      client = undefined;
      while (client === undefined && !signal.aborted) {
        await sleep(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => undefined);
        client = signal.aborted ? undefined : await connect(options).catch(() => undefined); // The database is still down.
      }
      if (client !== undefined && !signal.aborted) options.onReconnect();
    }
  }
  const connected = keepConnected();
  return async () => {
    ending.abort();
    await connected;
  };
}
