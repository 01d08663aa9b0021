import { sql } from 'kysely';
import type { Db } from './db/connection.ts';
import { GroupCommit } from './db/group-commit.ts';

/** How far apart those go on that had to wait: Slack takes about one message a second in a channel. */
const APART_S = 1;

/**
 * Which channels want to hear nothing for a while, for all processes alike. A channel that never asked for a pause costs one look-up,
 * shared by all messages that are sent at the moment.
 */
export interface ChannelHold {
  /** Milliseconds that this message has to wait, each a second longer than the last one that asked; 0 when it may go. */
  readonly waitOf: (channelId: string) => Promise<number>;
  /** The channel wants to hear nothing for so many milliseconds, from none of us. */
  readonly hold: (channelId: string, ms: number) => Promise<void>;
}

interface Place {
  readonly service: string;
  /** Milliseconds until the last of those who asked now may go. */
  readonly lastMs: number;
}

const nameOf = (channelId: string): string => `slack ${channelId}`;

// A held channel has two rows: until when it is held, and up to when those that wait stand in line.
const standInLine = (services: readonly string[]) => sql<Place>`
  with asked as (select service, count(*) * ${APART_S}::float8 as takes from unnest(${services}::text[]) as service group by service),
  held as (
    select asked.service, asked.takes, pace.next_at from asked join service_pace pace on pace.service = asked.service
    where pace.next_at > now()
  ),
  lined as (
    insert into service_pace as line (service, next_at)
    select service || ' line', next_at + make_interval(secs => takes) from held order by service
    on conflict (service) do update set next_at = greatest(
      excluded.next_at,
      line.next_at + make_interval(secs => (select takes from held where held.service || ' line' = line.service)))
    returning service, next_at
  )
  select held.service, (extract(epoch from lined.next_at - now()) * 1000)::float8 as "lastMs"
  from held join lined on lined.service = held.service || ' line'`;

/** The places of these messages; the last of a channel has its last place, the one before it the place before. */
async function placesOf(db: Db, services: readonly string[]): Promise<number[]> {
  const { rows } = await standInLine(services).execute(db);
  const last = new Map(rows.map(({ service, lastMs }) => [service, lastMs]));
  const fromTheEnd = services.toReversed().map((service) => {
    const ms = last.get(service);
    if (ms === undefined) return 0;
    last.set(service, ms - APART_S * 1_000);
    return ms;
  });
  return fromTheEnd.toReversed();
}

/** Pauses of Slack's channels, kept in the database. */
export function channelHold(db: Db): ChannelHold {
  const looks = new GroupCommit<string, number>({ write: async (services) => placesOf(db, services) });
  return {
    waitOf: async (channelId) => looks.add(nameOf(channelId)),
    hold: async (channelId, ms) => {
      await sql`
        insert into service_pace as pace (service, next_at) values (${nameOf(channelId)}, now() + make_interval(secs => ${ms / 1_000}))
        on conflict (service) do update set next_at = greatest(pace.next_at, excluded.next_at)`.execute(db);
    },
  };
}
