import type { Connection } from '#contract/steps/connections.ts';
import { SERVICE_NAMES, type ServiceName, STEPS } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import type { Services } from '#server/services/services.ts';
import { countFailedByStep } from '#server/steps/staff/queries.ts';

/** The outside services: whether each is configured, its last outcomes, and its failed steps. */
export async function listConnections(db: Db, services: Services): Promise<Connection[]> {
  const outcomes = new Map((await db.selectFrom('service_outcomes').selectAll().execute()).map((row) => [row.service, row]));
  const failed = await countFailedByStep(db);
  const sum = (service: ServiceName, of: 'failed' | 'retrying') =>
    failed.filter(({ step }) => STEPS[step].service === service).reduce((total, row) => total + row[of], 0);
  return SERVICE_NAMES.map((service) => ({
    service,
    is_configured: services[service] !== undefined,
    description: services.descriptions[service],
    succeeded_at: outcomes.get(service)?.succeeded_at?.toISOString() ?? null,
    failed_at: outcomes.get(service)?.failed_at?.toISOString() ?? null,
    failure: outcomes.get(service)?.failure ?? null,
    steps_failed: sum(service, 'failed'),
    steps_retrying: sum(service, 'retrying'),
  }));
}
