import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/connection.ts';
import { databaseReadiness } from './db/readiness.ts';
import { createLogger } from './logger.ts';
import { prepareDatabase } from './main-database.ts';

type Stop = () => Promise<void>;

/** What runs in this process, and how far the start and the end have come. */
interface Running {
  config: Config;
  log: Logger;
  /** Aborted when the process is asked to end, be it during the start. */
  ending: AbortController;
  /** Ends of what was started, in the order of the starts. */
  stops: Stop[];
  /** Resolves when the start is over, be it by a failure. */
  started: Promise<void>;
}

/** SIGTERM comes from a supervisor whose balancer has to see `/readyz` at 503 before connections are refused. */
const ANNOUNCE_MS = 1_000;
/** Supervisors kill after ten seconds. */
const STOP_TIMEOUT_MS = 9_500;
/** A query that hangs must not keep the embedded database from ending. */
const CLOSE_DATABASE_MS = 1_500;
/** In a terminal one Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const SAME_INTERRUPT_MS = 500;
const INTERRUPTED = 130;

/** Starts what the roles ask for, one after the other, each with its end noted. */
async function start({ config, log, ending, stops }: Omit<Running, 'started'>): Promise<void> {
  const prepared = await prepareDatabase(config, log, ending.signal);
  stops.push(prepared.stop);
  const database = openDatabase({ url: prepared.url, pool: config.database.pool, log });
  stops.push(async () => Promise.race([database.close(), sleep(CLOSE_DATABASE_MS, undefined, { ref: false })]));
  ending.signal.throwIfAborted();
  const parts: Stop[] = [];
  stops.push(async () => void (await Promise.all(parts.map(async (stop) => stop()))));
  if (config.roles.worker) {
    const { startWorker } = await import('./worker.ts');
    parts.push(await startWorker({ config, log, database }));
    ending.signal.throwIfAborted();
  }
  if (config.roles.web) {
    const { startWeb } = await import('./main-web.ts');
    const isDatabaseReady = databaseReadiness(database.db);
    const isReady = async () => !ending.signal.aborted && (await isDatabaseReady());
    parts.push(await startWeb({ config, log, database, isReady }));
    ending.signal.throwIfAborted();
  }
}

async function stopAll({ log, stops }: Running): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) {
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, 'A part of the process did not end cleanly');
    }
  }
}

function announce({ config, log }: Running): void {
  const words = config.roles.web ? `Turnout is ready at ${config.publicUrl}` : 'Turnout is ready to work';
  if (config.environment === 'production') log.info(words);
  else process.stdout.write(`${words}\n`);
}

/** Ends the process: running requests and jobs finish, then the database is left; never later than a supervisor kills. */
async function end(running: Running, options: { code: number; announceMs: number }): Promise<void> {
  if (running.ending.signal.aborted) return;
  running.ending.abort();
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  await running.started;
  await sleep(options.announceMs);
  await stopAll(running);
  process.exit(options.code);
}

function endOnSignals(running: Running): void {
  let interruptedAt: number | undefined;
  process.on('SIGINT', () => {
    if (interruptedAt !== undefined && performance.now() - interruptedAt > SAME_INTERRUPT_MS) process.exit(INTERRUPTED);
    interruptedAt ??= performance.now();
    void end(running, { code: 0, announceMs: 0 });
  });
  // The terminal was closed: the database would live on by itself.
  process.on('SIGHUP', () => void end(running, { code: 0, announceMs: 0 }));
  process.on('SIGTERM', () => void end(running, { code: 0, announceMs: running.config.roles.web ? ANNOUNCE_MS : 0 }));
  const crash = (error: unknown) => {
    running.log.fatal({ err: error }, 'The process ends because of an unexpected error');
    void end(running, { code: 1, announceMs: 0 });
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
}

/** What went wrong, for whoever starts the process: in words, but with its place in the source where it is a mistake in there. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  return isBug && error.stack !== undefined ? error.stack : error.message;
}

/** @returns whether the start succeeded; what went wrong is told on the standard error */
async function report(starting: Promise<void>, ending: AbortSignal): Promise<boolean> {
  try {
    await starting;
    return true;
  } catch (error) {
    if (!ending.aborted) process.stderr.write(`${explain(error)}\n`);
    return false;
  }
}

function readSettings(): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return undefined;
  }
}

/** Runs this process as its settings say, until a signal ends it. Reports to whoever started it, on the standard error. */
export async function runProcess(): Promise<void> {
  const config = readSettings();
  if (config === undefined) process.exit(1);
  const log = createLogger({ level: config.logLevel, environment: config.environment });
  const parts = { config, log, ending: new AbortController(), stops: [] };
  const outcome = report(start(parts), parts.ending.signal);
  const running: Running = { ...parts, started: outcome.then(() => undefined) };
  endOnSignals(running);
  const isStarted = await outcome;
  if (isStarted && !running.ending.signal.aborted) announce(running);
  if (!isStarted) await end(running, { code: 1, announceMs: 0 });
}
