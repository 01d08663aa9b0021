import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

/** Records for all processes that a service, or a part of one, asked for a pause of this many milliseconds; a shorter pause does not end a longer one. */
export async function pauseService(db: Db, service: string, ms: number): Promise<void> {
  await sql`
    insert into service_pace as p (service, next_at, paused_until) values (${service}, now(), now() + make_interval(secs => ${ms / 1_000}))
    on conflict (service) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`.execute(db);
}
