import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, rowsOf } from '#server/db/connection.ts';
import type { GoodToken } from '#server/services/identity-token.ts';

/** A token that was signed out before it expires, or all that the same person was given until then. Times are in milliseconds since 1970. */
export interface EndedToken {
  /** The digest of the token, or of its owner. */
  readonly digest: string;
  readonly endsAt: number;
  /** Null for a token. */
  readonly issuedBefore: number | null;
}

async function addEndedTokens(db: Db, ended: readonly EndedToken[]): Promise<void> {
  await sql`
    with over as (delete from ended_tokens where ends_at < now())
    insert into ended_tokens as stored (digest, ends_at, issued_before)
    select digest, to_timestamp(ends_at / 1000.0), to_timestamp(issued_before / 1000.0)
    from unnest(${ended.map(({ digest }) => digest)}::text[], ${ended.map(({ endsAt }) => endsAt)}::double precision[],
      ${ended.map(({ issuedBefore }) => issuedBefore)}::double precision[]) as ended (digest, ends_at, issued_before)
    on conflict (digest) do update set ends_at = greatest(stored.ends_at, excluded.ends_at), issued_before = excluded.issued_before
    where stored.issued_before < excluded.issued_before`.execute(db);
}

/** Adds the tokens that were signed out in this process; gives all signed-out tokens that have not expired. */
export async function exchangeEndedTokens(db: Db, ended: readonly EndedToken[]): Promise<EndedToken[]> {
  if (ended.length > 0) await addEndedTokens(db, ended);
  return rowsOf<EndedToken>(db)`
    select digest, (extract(epoch from ends_at) * 1000)::double precision as "endsAt",
      (extract(epoch from issued_before) * 1000)::double precision as "issuedBefore"
    from ended_tokens where ends_at > now()`;
}

/** Expired tokens are accepted for this long, since clocks differ. */
const TOLERANCE_MS = 60_000;

/** Without the signature, which can be encoded in several ways. */
const digestOf = (token: string): string => hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');

/** A token has no blank, so it cannot be mistaken for the text of a subject. */
const subjectDigestOf = ({ user }: Pick<GoodToken, 'user'>): string => hash('sha256', `subject ${user.subject}`, 'base64url');

/** Stores tokens that were signed out here, and returns those of all processes that have not expired. */
export type ExchangeEndedTokens = (ended: readonly EndedToken[]) => Promise<readonly EndedToken[]>;

/** Tokens that were signed out, with those of the same person until then: ours immediately, those of other processes after `share`, so that no call waits. */
export class EndedTokens {
  readonly #exchange: ExchangeEndedTokens;
  readonly #known = new Map<string, EndedToken>();
  readonly #pending = new Map<string, EndedToken>();

  constructor(exchange: ExchangeEndedTokens) {
    this.#exchange = exchange;
  }

  has(token: string, check: GoodToken): boolean {
    if (this.#known.size === 0 && this.#pending.size === 0) return false;
    const isIn = (ended: ReadonlyMap<string, EndedToken>): boolean =>
      ended.has(digestOf(token)) || check.issuedAt * 1_000 <= (ended.get(subjectDigestOf(check))?.issuedBefore ?? 0);
    return isIn(this.#known) || isIn(this.#pending);
  }

  end(token: string, check: GoodToken): void {
    const endsAt = check.expiresAt * 1_000 + TOLERANCE_MS;
    const [digest, issuedBefore] = [subjectDigestOf(check), check.issuedAt * 1_000];
    this.#pending.set(digestOf(token), { digest: digestOf(token), endsAt, issuedBefore: null });
    if (issuedBefore > (this.#pending.get(digest)?.issuedBefore ?? 0)) this.#pending.set(digest, { digest, endsAt, issuedBefore });
  }

  /** Exchanges ended tokens with the other processes; after a failure they stay pending. */
  async share(): Promise<void> {
    const pending = [...this.#pending.values()];
    for (const ended of [...pending, ...(await this.#exchange(pending))]) this.#known.set(ended.digest, ended);
    for (const [digest, { endsAt }] of this.#known) if (endsAt < Date.now()) this.#known.delete(digest);
    for (const ended of pending) if (this.#pending.get(ended.digest) === ended) this.#pending.delete(ended.digest);
  }
}
