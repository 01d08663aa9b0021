import net from 'node:net';
import pg from 'pg';
import { DatabaseSilent } from './outage.ts';

const CHECK_MS = 250;

interface Watched {
  readonly socket: net.Socket;
  readonly afterMs: number;
  answeredAt: number;
  answeredBytes: number;
  readBytes: number;
  /** Since when an answer is awaited and nothing has arrived. */
  silentSince: number | undefined;
}

/** @param afterMs how long an answer may take */
export type WatchForSilence = (client: pg.ClientBase, afterMs: number) => void;

/**
 * Closes connections whose other end was lost without notice, for which the system would wait a quarter of an hour: PostgreSQL answers every statement, if only
 * with its timeout. All connections that have been silent since that statement are closed, to spare each its own wait.
 */
export function silenceWatch(log: { warn(details: { code: string; reason: string }, message: string): void }): WatchForSilence {
  const all = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function cut({ silentSince = 0, afterMs }: Watched): void {
    const unanswered = [...all].filter(({ answeredAt }) => answeredAt <= silentSince);
    const error = new DatabaseSilent(`The database has not answered for ${afterMs} ms`);
    log.warn({ code: error.code, reason: `${error.message}; connections cut: ${unanswered.length}` }, 'The database does not answer');
    for (const watched of unanswered) {
      all.delete(watched);
      watched.socket.destroy(error);
    }
  }

  function check(): void {
    for (const watched of all) {
      const { socket } = watched;
      const isAwaited = socket.bytesWritten > watched.answeredBytes;
      if (isAwaited && socket.bytesRead === watched.readBytes) watched.silentSince ??= performance.now();
      else watched.silentSince = undefined;
      watched.readBytes = socket.bytesRead;
    }
    const silent = [...all].find(({ silentSince = Infinity, afterMs }) => performance.now() - silentSince >= afterMs);
    if (silent !== undefined) cut(silent);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (client, afterMs) => {
    const socket = client instanceof pg.Client ? client.connection.stream : undefined;
    if (!(client instanceof pg.Client) || !(socket instanceof net.Socket)) return;
    const { bytesWritten: answeredBytes, bytesRead: readBytes } = socket;
    const watched: Watched = { socket, afterMs, answeredAt: performance.now(), answeredBytes, readBytes, silentSince: undefined };
    all.add(watched);
    client.once('end', () => all.delete(watched));
    // Before the client's own listener, which may send the next statement immediately.
    client.connection.prependListener('readyForQuery', () => {
      watched.answeredBytes = socket.bytesWritten;
      watched.answeredAt = performance.now();
    });
    // A socket's own timeout fires only once, so it would miss a connection that had been idle before.
    timer ??= setInterval(check, CHECK_MS).unref();
  };
}
