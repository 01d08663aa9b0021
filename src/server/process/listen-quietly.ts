import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

interface Listening {
  readonly app: FastifyInstance;
  /** The one that the app was given. */
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
  /** The name of the setting that has the port. */
  readonly setting: 'PORT' | 'WORKER_PORT';
  readonly backlog?: number;
}

/** Starts to listen; on a failure the app is closed. @throws Error naming the setting when the port is taken */
export async function listenQuietly({ app, log, host, port, setting, backlog }: Listening): Promise<void> {
  const { level } = log;
  try {
    log.level = 'warn'; // Keeps Fastify from logging the addresses it listens on, which are not PUBLIC_URL.
    await app.listen({ host, port, ...(backlog !== undefined && { backlog }) });
    log.level = level;
  } catch (error) {
    await app.close();
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(`${setting} ${port} of ${host} is already in use: stop what listens there, or set ${setting} to another one`, {
      cause: error,
    });
  }
}
