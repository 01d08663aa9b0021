import { countedUpTo, type Finding, unsentInWords } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import type { Config } from '#server/config/config.ts';
import { startWarnings } from '#server/config/rules.ts';
import type { Db } from '#server/db/connection.ts';
import { listPendingMigrations } from '#server/db/migrations/migrate.ts';
import { type QueueFigures, readQueues } from '#server/queues/queues.ts';
import { findPause } from '#server/queues/sending-pause.ts';
import type { Services } from '#server/services/services.ts';
import { checkBackups } from './check-backups.ts';
import { type CertifiedHost, checkCertificate } from './check-certificates.ts';
import { checkClock } from './check-clock.ts';
import { checkPoolerAndReplica, checkDatabase } from './check-database.ts';
import { checkIdentity, checkServices, checkTraces } from './check-services.ts';
import { bad, good, tried, warning } from './finding.ts';

const AREA = 'Queues';
const LATE_S = 300;
const STUCK_S = 3_600;
const SECONDS_OF_MINUTE = 60;

function checkAge({ sign_ups: signUps, changes, unfinished }: QueueFigures): Finding {
  const due = unfinished.reduce((sum, step) => sum + step.due, 0);
  const age = Math.max(signUps.oldest_s ?? 0, changes.oldest_s ?? 0, ...unfinished.map((step) => step.overdue_s));
  const waiting = [
    countedUpTo(signUps.length, 'sign-up', 'sign-ups'),
    countedUpTo(changes.length, 'change', 'changes'),
    countedUpTo(due, 'step', 'steps'),
  ];
  const text = `${waiting.join(', ')} are due, the oldest for ${counted(Math.floor(age / SECONDS_OF_MINUTE), 'minute')}`;
  if (age > STUCK_S) return bad(AREA, text, 'No worker seems to be doing this: start one (ROLES=worker), or read its log.');
  if (age > LATE_S) return warning(AREA, text, 'After a rush this will pass; otherwise start another worker (ROLES=worker).');
  return good(AREA, signUps.length + changes.length + due === 0 ? 'Nothing is due' : text);
}

/** How long sign-ups and their steps have been waiting, and what has failed. */
export async function checkSending(db: Db): Promise<Finding[]> {
  const figures = await readQueues(db);
  const pause = await findPause(db);
  const paused =
    pause &&
    warning(AREA, `Sending is paused since a restore. Waiting: ${unsentInWords(pause)}`, 'Run npm run resume (docs/operations.md).');
  const failures = figures.troubled.filter(({ state }) => state === 'failed').reduce((sum, { steps }) => sum + steps, 0);
  const failed = `${countedUpTo(failures, 'step has', 'steps have')} failed`;
  return [
    paused ?? checkAge(figures),
    ...(failures === 0 ? [] : [warning(AREA, failed, 'See Needs attention: each card says what to do.')]),
  ];
}

/** Connections to the database that one process takes at most: its pools, and one for the notifications of its worker and of open screens each. */
const connectionsOf = ({ roles, database, live }: Config): number => database.pool + Number(roles.worker) + Number(roles.web && live.isOn);

/** Areas of which the database is asked too: its outage is reported once. */
const THROUGH_DATABASE: readonly Finding['area'][] = ['Clock', 'Queues', 'Backups', 'Copper'];

/** The hosts whose certificates this server or its visitors depend on. */
function hostsOf({ publicUrl, eventsServerUrl, oidc, mail, slack, copper, traces }: Config): CertifiedHost[] {
  const addresses = [
    ['PUBLIC_URL', publicUrl],
    ['EVENTS_SERVER_URL', new URL(eventsServerUrl).origin === publicUrl ? undefined : eventsServerUrl],
    ['the identity provider', oidc?.issuer],
    ['the mail server', mail?.smtpUrl],
    ['Slack', slack && (slack.apiUrl ?? 'https://slack.com')],
    ['Copper', copper?.apiUrl],
    ['the collector of traces', traces?.url],
  ] as const;
  return addresses.flatMap(([name, address]) => (address !== undefined && /^(?:https|smtps):/.test(address) ? [{ name, address }] : []));
}

/** Checks everything that a running server depends on. Nothing is sent or written. */
export async function examine({ db, services, config }: { db: Db; services: Services; config: Config }): Promise<Finding[]> {
  const advice = 'Check DATABASE_URL, and that the database is running. A pooler needs DATABASE_DIRECT_URL too.';
  const findings = await Promise.all([
    tried('Database', advice, async () => checkDatabase(db, connectionsOf(config))),
    checkPoolerAndReplica(config.database),
    tried('Clock', advice, async () => checkClock(db)),
    tried('Queues', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkSending(db))),
    tried('Backups', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkBackups(db))),
    checkIdentity(config.oidc?.issuer),
    checkServices(services),
    Promise.all(hostsOf(config).map(checkCertificate)),
    checkTraces(config.traces),
  ]);
  const warnings = startWarnings(config).map((text) => warning('Settings', text));
  const [outage] = findings[0].filter(({ state }) => state === 'bad');
  const others = findings.slice(1).flat();
  return [
    ...(warnings.length === 0 ? [good('Settings', 'All are valid')] : warnings),
    ...findings[0],
    ...others.filter(({ area, text }) => !(THROUGH_DATABASE.includes(area) && text === outage?.text)),
  ];
}
