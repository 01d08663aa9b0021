import { sql } from 'kysely';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import type { ChannelBackoff } from './slack.ts';

/** Records for all processes that a service, or a part of one, asked for a pause of this many milliseconds; a shorter pause does not end a longer one. */
export async function pauseService(db: Db, service: string, ms: number): Promise<void> {
  await sql`
    insert into service_pace as p (service, next_at, paused_until) values (${service}, now(), now() + make_interval(secs => ${ms / 1_000}))
    on conflict (service) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`.execute(db);
}

/** Seconds between messages that had to wait: Slack takes about one a second in a channel. */
const GAP_S = 1;

interface QueueEnd {
  readonly service: string;
  /** Milliseconds until the last message of this batch may be sent. */
  readonly lastMs: number;
}

const serviceOf = (channelId: string): string => `slack ${channelId}`;

// Only paused channels delay; after the pause, waiting messages go one second apart. Rows are locked in one order, so that two processes cannot deadlock.
const enqueue = (services: readonly string[]) => sql<QueueEnd>`
  with asked as (select service, count(*) * ${GAP_S}::float8 as takes from unnest(${services}::text[]) as service group by service),
  paused as (
    select service, takes from service_pace join asked using (service) where paused_until > now() order by service for update of service_pace
  )
  update service_pace as pace set next_at = greatest(pace.next_at, pace.paused_until) + make_interval(secs => takes)
  from paused where paused.service = pace.service
  returning pace.service, (extract(epoch from pace.next_at - now()) * 1000)::float8 as "lastMs"`;

async function delaysOf(db: Db, services: readonly string[]): Promise<number[]> {
  const { rows } = await enqueue(services).execute(db);
  const last = new Map(rows.map(({ service, lastMs }) => [service, lastMs]));
  const fromTheEnd = services.toReversed().map((service) => {
    const ms = last.get(service);
    if (ms === undefined) return 0;
    last.set(service, ms - GAP_S * 1_000);
    return ms;
  });
  return fromTheEnd.toReversed();
}

/** Makes a backoff that keeps the pauses in the database; messages that ask at the same time share one query. */
export function channelBackoff(db: Db): ChannelBackoff {
  const delays = new Batcher<string, number>({ run: async (services) => delaysOf(db, services) });
  return {
    delay: async (channelId) => delays.add(serviceOf(channelId)),
    pause: async (channelId, ms) => pauseService(db, serviceOf(channelId), ms),
  };
}
