import { sql } from 'kysely';
import { asStorable } from '#contract/rules/text.ts';
import type { ServiceName } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { redactAddresses } from '#server/redact-addresses.ts';

const FAILURE_MAX = 500;

/** Stores the latest outcome of a service for the connections page: `failure` is a message for staff, undefined for a success. Mail addresses are redacted. */
export async function recordOutcome(db: Db, service: ServiceName, failure: string | undefined): Promise<void> {
  const words = failure === undefined ? null : asStorable(redactAddresses(failure, FAILURE_MAX));
  await sql`
    insert into service_outcomes as o (service, succeeded_at, failed_at, failure)
    values (${service}, case when ${words}::text is null then now() end, case when ${words}::text is not null then now() end, ${words})
    on conflict (service) do update set
      succeeded_at = coalesce(excluded.succeeded_at, o.succeeded_at),
      failed_at = coalesce(excluded.failed_at, o.failed_at),
      failure = coalesce(excluded.failure, o.failure)`.execute(db);
}
