import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { errorCode } from '#server/db/outage.ts';

interface Listening {
  readonly app: FastifyInstance;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'WORKER_PORT';
  readonly backlog?: number;
}

/** Why it cannot listen, and what to do, by the system's error code. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use: stop what is listening there, or set SETTING to another one',
  EACCES: 'may not be used by this user: set SETTING to one from 1024 on, and let a proxy pass requests on',
  EADDRNOTAVAIL: 'cannot be used: HOST is not an address of this machine (0.0.0.0 means all of them)',
  ENOTFOUND: 'cannot be used: HOST must be an address or name of this machine, without a scheme or port (0.0.0.0 means all)',
};

/** Starts to listen; on a failure the app is closed. @throws Error naming the setting and what to do */
export async function startListening({ app, log, host, port, setting, backlog }: Listening): Promise<void> {
  const { level } = log;
  try {
    log.level = 'warn'; // Keeps Fastify from logging the addresses it listens on, which are not PUBLIC_URL.
    await app.listen({ host, port, ...(backlog !== undefined && { backlog }) });
    log.level = level;
  } catch (error) {
    await app.close();
    const problem = PROBLEMS[errorCode(error)]?.replaceAll('SETTING', setting);
    throw problem === undefined ? error : new Error(`${setting} ${port} of ${host} ${problem}`, { cause: error });
  }
}
