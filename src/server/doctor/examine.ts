import type { Finding } from '#contract/server-state.ts';
import { checkBackups } from '#server/backup/backups-state.ts';
import type { Db } from '#server/db/connection.ts';
import { listPendingMigrations } from '#server/db/migrations/migrate.ts';
import type { Services } from '#server/services/services.ts';
import { type CertifiedHost, checkCertificate } from './certificate.ts';
import { checkAddresses, type DatabaseAddresses } from './check-addresses.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkSending } from './check-sending.ts';
import { checkIdentity, checkServices, checkTraces, type Collector } from './check-services.ts';
import { good, tried, warning } from './finding.ts';

export interface Examined {
  /** What the start of a process warns of. */
  readonly warnings: readonly string[];
  /** Connections to the database that one process takes at most. */
  readonly connections: number;
  readonly addresses: DatabaseAddresses;
  /** Undefined for the local identity provider. */
  readonly issuer: string | undefined;
  readonly hosts: readonly CertifiedHost[];
  /** Where traces go; absent: nowhere. */
  readonly traces?: Collector | undefined;
}

export interface DoctorDeps {
  readonly db: Db;
  readonly services: Services;
  readonly examined: Examined;
}

const settingsFindings = ({ warnings }: Examined): readonly Finding[] =>
  warnings.length === 0 ? [good('Settings', 'All are valid')] : warnings.map((text) => warning('Settings', text));

/** Checks everything that a running server depends on. Nothing is sent or written. */
export async function examine({ db, services, examined }: DoctorDeps): Promise<Finding[]> {
  const advice = 'Check DATABASE_URL, and that the database runs.';
  const findings = await Promise.all([
    tried('Database', advice, async () => checkDatabase(db, examined.connections)),
    checkAddresses(examined.addresses),
    tried('Clock', advice, async () => checkClock(db)),
    tried('What is to be sent', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkSending(db))),
    tried('Backups', advice, async () => ((await listPendingMigrations(db)).length > 0 ? [] : checkBackups(db))),
    checkIdentity(examined.issuer),
    checkServices(services),
    Promise.all(examined.hosts.map(checkCertificate)),
    checkTraces(examined.traces),
  ]);
  return [...settingsFindings(examined), ...findings.flat()];
}
