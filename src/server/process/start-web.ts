import { everySecond } from '#server/every-second.ts';
import { shareLimit } from '#server/http/limits/period-counts.ts';
import { buildApp } from './build-app.ts';
import { createContext, type WebContext, type WebProcess } from './context.ts';
import { listenQuietly } from './listen-quietly.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle timeout of usual balancers (60 s), which otherwise send requests into closing connections. */
const KEEP_ALIVE_MS = 65_000;
/** Connections waiting to be accepted. In a rush the default of 511 is too few, and the system resets the others. */
const BACKLOG = 4_096;
const CLOSE_TIMEOUT_MS = 5_000;
const SWEEP_MS = 50;

/** Shares what is counted and who signed out with the other servers. @returns stops it */
async function startSharing({ limits, endedTokens, log, visitors: { db } }: WebContext): Promise<() => void> {
  await endedTokens.share();
  const stops = [
    ...Object.values(limits).map((limit) => shareLimit({ ...limit, db, log })),
    everySecond(
      () => endedTokens.share(),
      (err) => log.warn({ err }, 'Sign-outs could not be shared'),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Starts the HTTP server. @returns stops it; running requests have five seconds to finish @throws Error naming PORT when it is taken */
export async function startWeb(given: WebProcess): Promise<() => Promise<void>> {
  const context = await createContext({ ...given, log: given.log.child({}) });
  const { log, config } = context;
  const app = await buildApp(context);
  const stopSharing = await startSharing(context);
  app.addHook('onClose', async () => stopSharing());
  const { server } = app;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listenQuietly({ app, log, host: config.host, port: config.port, setting: 'PORT', backlog: BACKLOG });
  return async () => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Connections that become idle only now would be kept open.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
