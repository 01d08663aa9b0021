import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { Logger } from 'pino';
import { type Config, readConfig, usesLocalIdentity } from '#server/config/config.ts';
import { startWarnings } from '#server/config/rules.ts';
import type { Metric } from '#server/metrics/metric.ts';
import { databaseMetrics, poolMetrics, processMetrics } from '#server/metrics/server-metrics.ts';
import { WorkerActivity, workerMetrics } from '#server/steps/worker-activity.ts';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import { readVersion, type Version } from '#server/version.ts';
import { openPools } from './database-pools.ts';
import { createLogger } from './logger.ts';
import { endWithNpm } from './npm-watch.ts';
import { prepareDatabase, type Stop } from './prepare-database.ts';

interface Running {
  config: Config;
  log: Logger;
  /** Aborted when the process is asked to stop, possibly during startup. */
  ending: AbortController;
  stops: Stop[];
  started: Promise<void>;
}

/** For requests, jobs and the database, after the shutdown notice. */
const STOP_TIMEOUT_MS = 8_500;
/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const SAME_INTERRUPT_MS = 500;
const INTERRUPTED = 130;

/** What `/metrics` of this process shows, besides what its web server counts. */
function metricsOf(
  config: Config,
  { visitors, staff, worker, replica }: ReturnType<typeof openPools>,
  { activity, version }: { readonly activity: WorkerActivity; readonly version: Version },
): Metric[] {
  const { roles } = config;
  const pools = {
    ...(roles.web && { visitors: visitors.pool, staff: staff.pool }),
    ...(roles.worker && { worker: worker.pool }),
    ...(replica !== undefined && { replica: replica.reads.pool }),
  };
  return [
    ...processMetrics(version, config),
    ...poolMetrics(pools),
    ...databaseMetrics(roles.web ? staff.pool : worker.pool),
    ...(roles.worker ? workerMetrics(activity) : []),
  ];
}

/** Loads the libraries only where a collector is set. */
async function startTracer(settings: NonNullable<Config['traces']>, { log, version }: { log: Logger; version: string }): Promise<Tracer> {
  const { openTracer } = await import('#server/tracing/open-tracer.ts');
  log.info(`Traces are sent to ${new URL(settings.url).host}`);
  return openTracer(settings, { log, version });
}

async function loadParts({ roles }: Config) {
  const [worker, web] = await Promise.all([roles.worker && import('./start-worker.ts'), roles.web && import('./build-app.ts')]);
  return { ...worker, ...web };
}

async function start({ config, log, ending, stops }: Omit<Running, 'started'>): Promise<void> {
  const preparing = prepareDatabase(config, log, ending.signal);
  const loading = loadParts(config); // While PostgreSQL starts, which is most of a start.
  loading.catch(() => undefined); // It is thrown where it is awaited.
  const prepared = await preparing;
  stops.push(prepared.stop);
  const version = readVersion(config.commit);
  const tracer = config.traces && (await startTracer(config.traces, { log, version: version.version }));
  const pools = openPools(config, prepared.url, log);
  stops.push(async () => void (await Promise.all([pools.close(), tracer?.stop()])));
  ending.signal.throwIfAborted();
  const { startWorker, startWeb } = await loading;
  const parts: Stop[] = [];
  stops.push(async () => void (await Promise.all(parts.map(async (stop) => stop()))));
  const activity = new WorkerActivity();
  const watched = { activity, version, metrics: metricsOf(config, pools, { activity, version }), ending: ending.signal };
  if (config.roles.worker && !config.roles.web && config.workerPort !== undefined) {
    const { startWorkerPort } = await import('./start-worker-port.ts');
    parts.push(await startWorkerPort({ config, port: config.workerPort, log, db: pools.worker.db, ...watched }));
  }
  if (startWorker !== undefined) {
    parts.push(await startWorker({ config, log, database: pools.worker, databaseUrl: prepared.url, activity }));
    ending.signal.throwIfAborted();
  }
  if (startWeb !== undefined) {
    parts.push(await startWeb({ config, log, ...pools, ...watched, tracer, whyStalled: () => activity.whyStalled() }));
    ending.signal.throwIfAborted();
  }
}

async function stopAll({ log, stops }: Running): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) {
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, 'A part of the process did not stop cleanly');
    }
  }
}

function announce({ config, log }: Running): void {
  const words = config.roles.web ? `Turnout is ready at ${config.publicUrl}` : 'Turnout is ready to work';
  for (const warning of startWarnings(config)) log.warn(warning);
  if (config.environment === 'production') log.info(words);
  else process.stdout.write(`${words}\n`);
  const hosts = config.roles.web && usesLocalIdentity(config) ? config.localIdentityHosts : [];
  if (hosts.length === 0) return;
  const warning = `Anyone who reaches it as ${hosts.join(' or ')} can sign in as any account, without a password (LOCAL_IDENTITY_HOSTS).`;
  process.stdout.write(`${styleText('red', warning, { stream: process.stdout })}\n`);
}

/** Lets requests and jobs finish within a time limit, then closes the database and exits. */
async function end(running: Running, options: { code: number; noticeMs: number }): Promise<void> {
  if (running.ending.signal.aborted) return;
  running.ending.abort();
  setTimeout(() => process.exit(1), options.noticeMs + STOP_TIMEOUT_MS).unref();
  await running.started;
  await sleep(options.noticeMs);
  await stopAll(running);
  process.exit(options.code);
}

function endOnSignals(running: Running): void {
  let interruptedAt: number | undefined;
  process.on('SIGINT', () => {
    if (interruptedAt !== undefined && performance.now() - interruptedAt > SAME_INTERRUPT_MS) process.exit(INTERRUPTED);
    interruptedAt ??= performance.now();
    void end(running, { code: 0, noticeMs: 0 });
  });
  // A closed terminal, Ctrl and a backslash, or nodemon; without this the embedded database would keep running.
  for (const name of ['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const) process.on(name, () => void end(running, { code: 0, noticeMs: 0 }));
  // Programs that rotate logs send it, and Node.js would open its debugger to everyone on this machine.
  process.on('SIGUSR1', () => undefined);
  // From a supervisor: its balancer has to see `/readyz` answer 503 before connections are refused.
  process.on('SIGTERM', () => void end(running, { code: 0, noticeMs: running.config.roles.web ? running.config.shutdownNoticeMs : 0 }));
  endWithNpm(running.config.npmScript, () => void end(running, { code: 0, noticeMs: 0 }));
  const crash = (error: unknown) => {
    running.log.fatal({ err: error }, 'The process is ending because of an unexpected error');
    void end(running, { code: 1, noticeMs: 0 });
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  return isBug && error.stack !== undefined ? error.stack : error.message;
}

/** Writes a failure to the standard error. @returns whether it started */
async function report(starting: Promise<void>, ending: AbortSignal): Promise<boolean> {
  try {
    await starting;
    return true;
  } catch (error) {
    if (!ending.aborted) process.stderr.write(`${explain(error)}\n`);
    return false;
  }
}

function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Runs this process by its settings until a signal ends it; writes failures to the standard error. */
export async function runProcess(): Promise<void> {
  const config = readSettings();
  const { environment } = config;
  process.stdout.on('error', () => undefined); // A server is needed more than its output.
  const log = createLogger({ level: config.logLevel, environment });
  if (environment === 'production' && process.getuid?.() === 0) log.warn('Turnout is running as root: run it as an unprivileged user');
  const parts = { config, log, ending: new AbortController(), stops: [] };
  const outcome = report(start(parts), parts.ending.signal);
  const running: Running = { ...parts, started: outcome.then(() => undefined) };
  endOnSignals(running);
  const isStarted = await outcome;
  if (isStarted && !running.ending.signal.aborted) announce(running);
  if (!isStarted) await end(running, { code: 1, noticeMs: 0 });
}
