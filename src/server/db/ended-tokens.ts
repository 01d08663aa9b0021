import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** A token that was signed out before its expiry `endsAt`, in milliseconds since 1970. */
export interface EndedToken {
  readonly digest: string;
  readonly endsAt: number;
}

async function addEndedTokens(db: Db, ended: readonly EndedToken[]): Promise<void> {
  await sql`
    with over as (delete from ended_tokens where ends_at < now())
    insert into ended_tokens (digest, ends_at)
    select digest, to_timestamp(ends_at / 1000.0)
    from unnest(${ended.map(({ digest }) => digest)}::text[], ${ended.map(({ endsAt }) => endsAt)}::double precision[]) as ended (digest, ends_at)
    on conflict (digest) do nothing`.execute(db);
}

/** Adds the tokens that were signed out in this process; gives all signed-out tokens that have not expired. */
export async function exchangeEndedTokens(db: Db, ended: readonly EndedToken[]): Promise<EndedToken[]> {
  if (ended.length > 0) await addEndedTokens(db, ended);
  const { rows } = await sql<EndedToken>`
    select digest, (extract(epoch from ends_at) * 1000)::double precision as "endsAt" from ended_tokens where ends_at > now()`.execute(db);
  return rows;
}
