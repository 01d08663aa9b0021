import { sql } from 'kysely';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';

/** Seconds between messages that had to wait: Slack takes about one a second in a channel. */
const GAP_S = 1;

/** Keeps all processes from posting to a Slack channel during a pause that Slack asked for. */
export interface ChannelBackoff {
  /** Milliseconds that this message has to wait, 0 when it may be sent; during a pause each call gets a second more than the one before. */
  readonly delay: (channelId: string) => Promise<number>;
  /** Pauses the channel for this many milliseconds; a shorter pause does not end a longer one. */
  readonly pause: (channelId: string, ms: number) => Promise<void>;
}

interface QueueEnd {
  readonly service: string;
  /** Milliseconds until the last message of this batch may be sent. */
  readonly lastMs: number;
}

const serviceOf = (channelId: string): string => `slack ${channelId}`;

// A paused channel has two rows: the end of its pause, and the time up to which waiting messages are queued.
const enqueue = (services: readonly string[]) => sql<QueueEnd>`
  with asked as (select service, count(*) * ${GAP_S}::float8 as takes from unnest(${services}::text[]) as service group by service),
  paused as (
    select asked.service, asked.takes, pace.next_at from asked join service_pace pace on pace.service = asked.service
    where pace.next_at > now()
  ),
  queued as (
    insert into service_pace as line (service, next_at)
    select service || ' line', next_at + make_interval(secs => takes) from paused order by service
    on conflict (service) do update set next_at = greatest(
      excluded.next_at,
      line.next_at + make_interval(secs => (select takes from paused where paused.service || ' line' = line.service)))
    returning service, next_at
  )
  select paused.service, (extract(epoch from queued.next_at - now()) * 1000)::float8 as "lastMs"
  from paused join queued on queued.service = paused.service || ' line'`;

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
    pause: async (channelId, ms) => {
      await sql`
        insert into service_pace as pace (service, next_at) values (${serviceOf(channelId)}, now() + make_interval(secs => ${ms / 1_000}))
        on conflict (service) do update set next_at = greatest(pace.next_at, excluded.next_at)`.execute(db);
    },
  };
}
