import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

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

/** Expired tokens are accepted for this long, since clocks differ. */
const TOLERANCE_MS = 60_000;

/** Without the signature, which can be encoded in several ways. */
const digestOf = (token: string): string => hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');

/** Stores tokens that were signed out here, and returns those of all processes that have not expired. */
export type ExchangeEndedTokens = (ended: readonly EndedToken[]) => Promise<readonly EndedToken[]>;

/** Tokens that were signed out before they expire: ours at once, those of other processes after `share`, so that no call waits for the database. */
export class EndedTokens {
  readonly #exchange: ExchangeEndedTokens;
  /** Expiry by digest, in milliseconds since 1970. */
  readonly #known = new Map<string, number>();
  readonly #pending = new Map<string, number>();

  constructor(exchange: ExchangeEndedTokens) {
    this.#exchange = exchange;
  }

  has(token: string): boolean {
    if (this.#known.size === 0 && this.#pending.size === 0) return false;
    const digest = digestOf(token);
    return this.#known.has(digest) || this.#pending.has(digest);
  }

  /** @param expiresAt in seconds since 1970 */
  end(token: string, expiresAt: number): void {
    this.#pending.set(digestOf(token), expiresAt * 1_000 + TOLERANCE_MS);
  }

  /** Exchanges ended tokens with the other processes; after a failure they stay pending. */
  async share(): Promise<void> {
    const pending = [...this.#pending].map(([digest, endsAt]) => ({ digest, endsAt }));
    const known = await this.#exchange(pending);
    for (const { digest, endsAt } of [...known, ...pending]) this.#known.set(digest, endsAt);
    for (const [digest, endsAt] of this.#known) if (endsAt < Date.now()) this.#known.delete(digest);
    for (const { digest } of pending) this.#pending.delete(digest);
  }
}
