import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionLog } from './connection.ts';

const RECONNECT_MS = 1_000;
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

interface ListenOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  readonly log: ConnectionLog;
  readonly onMessage: (payload: string) => void;
  /** Called after each connect but the first: what was said meanwhile was not heard. */
  readonly onReconnect: () => void;
}

/** A connection that hears nothing looks like one that is dead; asking it tells them apart. Resolves when it is gone. */
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

async function connect({ pool, channel, onMessage }: ListenOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, statement_timeout: 0 });
  client.on('error', () => undefined); // Its loss is seen by whoever watches it; without a listener the process would end.
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

/**
 * Hears what is notified on a channel, on a connection of its own that comes back by itself when it is lost.
 * @returns ends it
 * @throws Error when the first connect fails
 */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const ending = new AbortController();
  let client = await connect(options);
  async function keep(): Promise<void> {
    for (;;) {
      await watch(client, ending.signal);
      discard(client);
      if (ending.signal.aborted) return;
      options.log.warn({ code: undefined, reason: options.channel }, 'Notifications of the database are not heard for a moment');
      client = await reconnect();
      if (!ending.signal.aborted) options.onReconnect();
    }
  }
  async function reconnect(): Promise<pg.Client> {
    for (;;) {
      await sleep(RECONNECT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted) return client;
      const next = await connect(options).catch(() => undefined); // The database is still away.
      if (next !== undefined) return next;
    }
  }
  const kept = keep();
  return async () => {
    ending.abort();
    await kept;
  };
}
