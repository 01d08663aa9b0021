import { sql } from 'kysely';
import type { Db } from './db/connection.ts';
import type { ServiceName } from './db/tables.ts';
import { withoutAddresses } from './without-addresses.ts';

const FAILURE_MAX = 500;

/** How a call of a service went: undefined for well, else what went wrong, in words for staff. */
type Failure = string | undefined;

/** Keeps how a service did just now, for the page of the connections; whom it was for stays with the attendee. */
export async function noteOutcome(db: Db, service: ServiceName, failure: Failure): Promise<void> {
  const words = failure === undefined ? null : withoutAddresses(failure).slice(0, FAILURE_MAX).toWellFormed();
  await sql`
    insert into service_outcomes as o (service, succeeded_at, failed_at, failure)
    values (${service}, case when ${words}::text is null then now() end, case when ${words}::text is not null then now() end, ${words})
    on conflict (service) do update set
      succeeded_at = coalesce(excluded.succeeded_at, o.succeeded_at),
      failed_at = coalesce(excluded.failed_at, o.failed_at),
      failure = coalesce(excluded.failure, o.failure)`.execute(db);
}
