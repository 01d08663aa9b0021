import type { Finding } from '#contract/server-state.ts';
import type { Config } from '#server/config/config.ts';
import { startWarnings } from '#server/config/rules.ts';
import type { Db } from '#server/db/connection.ts';
import { listPendingMigrations } from '#server/db/migrations/migrate.ts';
import { checkBackups } from '#server/doctor/check-backups.ts';
import type { Services } from '#server/services/services.ts';
import { checkAddresses, checkCertificate, type CertifiedHost } from './check-addresses.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkSending } from './check-sending.ts';
import { checkIdentity, checkServices, checkTraces } from './check-services.ts';
import { good, tried, warning } from './finding.ts';

export interface DoctorDeps {
  readonly db: Db;
  readonly services: Services;
  readonly config: Config;
}

/** Connections to the database that one process takes at most: its pools, and one for the notifications of its worker and of open screens each. */
const connectionsOf = ({ roles, database, live }: Config): number => database.pool + Number(roles.worker) + Number(roles.web && live.isOn);

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
export async function examine({ db, services, config }: DoctorDeps): Promise<Finding[]> {
  const advice = 'Check DATABASE_URL, and that the database runs.';
  const findings = await Promise.all([
    tried('Database', advice, async () => checkDatabase(db, connectionsOf(config))),
    checkAddresses(config.database),
    tried('Clock', advice, async () => checkClock(db)),
    tried('What is to be sent', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkSending(db))),
    tried('Backups', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkBackups(db))),
    checkIdentity(config.oidc?.issuer),
    checkServices(services),
    Promise.all(hostsOf(config).map(checkCertificate)),
    checkTraces(config.traces),
  ]);
  const warnings = startWarnings(config).map((text) => warning('Settings', text));
  return [...(warnings.length === 0 ? [good('Settings', 'All are valid')] : warnings), ...findings.flat()];
}
