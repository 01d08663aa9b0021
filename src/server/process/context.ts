import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time.ts';
import { type Config, usesLocalIdentity } from '#server/config/config.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { openReads } from '#server/db/replica/read-pool.ts';
import { Replica } from '#server/db/replica/replica.ts';
import { feedbackWriter } from '#server/feedback/commands.ts';
import type { CheckAnswer } from '#server/http/answers.ts';
import { headerProfiles } from '#server/http/headers/header-profiles.ts';
import { createLimits } from '#server/http/limits/limits.ts';
import { createNotifier } from '#server/live/notice.ts';
import { LiveStreams } from '#server/live/streams.ts';
import type { Metric } from '#server/metrics/metric.ts';
import { liveMetrics, replicaMetrics } from '#server/metrics/server-metrics.ts';
import { loadSignUpBundle } from '#server/pages/bundle.ts';
import { Poller } from '#server/poller.ts';
import { identityProvider } from '#server/services/identity.ts';
import { logoSource } from '#server/services/logo.ts';
import { EndedTokens, exchangeEndedTokens } from '#server/session/ended-tokens.ts';
import { staffVerifier } from '#server/session/verify-token.ts';
import { createSignUpService, signUpMetrics } from '#server/sign-up/sign-up-service.ts';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import type { Version } from '#server/version.ts';
import { loadOrCreateSecret } from './data-folder.ts';
import { openServices } from './open-services.ts';
import { databaseReadiness } from './readiness.ts';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
/** Under `/auth`, which cannot be a slug. */
const LOCAL_ISSUER_PATH = '/auth/local';
export const LOCAL_CLIENT_ID = 'turnout';

export const localIssuerOf = ({ publicUrl }: Config): string => `${publicUrl}${LOCAL_ISSUER_PATH}`;

export interface WebProcess {
  readonly config: Config;
  readonly log: Logger;
  readonly visitors: Omit<DatabaseConnection, 'close'>;
  readonly staff: Omit<DatabaseConnection, 'close'>;
  /** Absent: all is read from the database itself (setting DATABASE_READ_URL). */
  readonly replica?: { readonly reads: DatabaseConnection; readonly state: DatabaseConnection } | undefined;
  /** What `/metrics` shows of the process and its worker. */
  readonly metrics: readonly Metric[];
  readonly version: Version;
  readonly whyStalled: () => string | undefined;
  /** Shows requests in traces; absent without a collector. */
  readonly tracer?: Tracer | undefined;
  readonly ending: AbortSignal;
  /** The built pages; what is missing there is not served. Vite may serve the staff app in development. */
  readonly distDir?: string;
  /** For how long changes are gathered before open screens are notified; tests pass their own. */
  readonly liveMs?: number;
  /** Tests pass a check of each answer against the contract. */
  readonly checkAnswer?: CheckAnswer;
}

const identityOf = ({ config, log }: WebProcess) =>
  identityProvider(
    {
      allowedDomains: config.allowedEmailDomains,
      ...(config.oidc ?? {
        issuer: localIssuerOf(config),
        clientId: LOCAL_CLIENT_ID,
        scopes: 'openid email profile',
        authParams: {},
        trustEmail: false,
      }),
    },
    (err) => log.warn({ err }, 'The configuration of the identity provider could not be read again; the last one stays in use'),
  );

/** The connections for reads that may go to a replica, which is checked every second; without one, those of staff. */
function openStaffReads({ staff, replica, log }: WebProcess) {
  if (replica === undefined) return { reads: staff.db, metrics: [], close: () => undefined };
  const state = new Replica({ primary: staff.pool, replica: replica.state.pool, log });
  const checks = new Poller({
    work: async () => state.check().then(() => false),
    pollIntervalMs: SECOND_MS,
    onError: () => undefined, // The primary does not answer, which readiness reports.
  });
  const { db: reads, figures } = openReads({ primary: staff.pool, replica: replica.reads.pool, state });
  return { reads, metrics: replicaMetrics(figures), close: () => void checks.stop() };
}

/** Makes all that the web server's routes and pages are given, once for each process. */
export async function createContext(given: WebProcess) {
  const { config, log, visitors, staff, ending, distDir = DIST, liveMs } = given;
  const { timeZone, organisation } = config;
  const secret = config.sessionSecret ?? loadOrCreateSecret(config.dataDir, 'session-secret');
  const identity = identityOf(given);
  const endedTokens = new EndedTokens((ended) => exchangeEndedTokens(staff.db, ended));
  const live = new LiveStreams({ database: staff, log, max: config.live.isOn ? config.live.streamsMax : 0, pauseMs: liveMs });
  const services = openServices(config, staff.db);
  const writes = { notify: createNotifier(visitors.pool, log, config.live.isOn, liveMs), canMail: services.mail !== undefined };
  const signUps = createSignUpService({ ...writes, database: visitors, secret, timeZone, log });
  const bundle = fs.existsSync(path.join(distDir, 'signup')) ? await loadSignUpBundle(distDir) : undefined;
  const { reads, metrics, close } = openStaffReads(given);
  const whyNotReady = databaseReadiness({ db: visitors.db, stalledMs: () => signUps.writer.stalledMs() });
  return {
    ...given,
    distDir,
    db: staff.db,
    pool: staff.pool,
    reads,
    services,
    ...writes,
    live,
    limits: createLimits(config),
    verifyToken: staffVerifier(identity.checkToken, endedTokens),
    getLogo: organisation.logo === undefined ? undefined : logoSource(organisation.logo),
    signUps,
    feedback: feedbackWriter({ ...writes, db: visitors.db }),
    secret,
    identity,
    endedTokens,
    isLocalIdentity: usesLocalIdentity(config),
    bundle,
    profiles: headerProfiles(config, bundle),
    metrics: [...signUpMetrics(signUps), ...liveMetrics(live), ...given.metrics, ...metrics],
    whyNotReady: async () => (ending.aborted ? new Error('The process is ending') : whyNotReady()),
    close,
  };
}

export type WebContext = Awaited<ReturnType<typeof createContext>>;
