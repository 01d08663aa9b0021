import type pg from 'pg';
import type { NewFeedback } from '#contract/feedback.ts';
import { Batcher } from '#server/db/batcher.ts';
import { newId } from '#server/db/new-id.ts';
import { isRowLevelError } from '#server/db/row-level-error.ts';
import { AppError, notFound } from '#server/errors.ts';
import { bodyHash, KEY_LIFETIME_HOURS, keyReused } from '#server/writes/idempotency.ts';

interface Entry {
  readonly id: string;
  readonly listId: string;
  readonly rating: number;
  readonly comment: string | null;
  readonly key: string | undefined;
  readonly hash: string;
}

/** `gone` is the deleted entry for which an earlier statement found the key taken: the key may be taken over from it. */
type SentEntry = Entry & { readonly gone: string | null };

/**
 * The stored entry, of this call or of an earlier one with the same key. With `isGone` the statement has to be repeated: the earlier
 * entry is deleted, or (`id` is null) another server is just storing one. Undefined when there is no such list.
 */
type Outcome = { readonly id: string | null; readonly hash: string | null; readonly isGone: boolean } | undefined;

/** One more for each of: another server's call, a deleted entry's key, and another server that takes it first. */
const MAX_STATEMENTS = 4;

const scopeOf = "'website-feedback/' || known.id || '/submit'";
const isUsed = (keys: string): string => `${keys}.created_at > now() - interval '${KEY_LIFETIME_HOURS} hours'`;

/*
 * Keys are written in their order, so that two servers cannot deadlock. A key counts as unused after a day, or when its entry is
 * deleted. Of two calls with one key in one batch the first takes the key, and both get its entry.
 *
 * While the statement waits for another server's call, its snapshot stays the old one, except for rows that it locks. An entry that
 * it cannot see need not be deleted, so it only reports that entry; the next statement takes the key if it still belongs to it.
 */
const ADD_ENTRIES = `
  with sent as materialized (
    select * from json_to_recordset($1) as sent (id uuid, list_id uuid, rating smallint, comment text, key text, hash text, gone uuid, place integer)
  ),
  known as materialized (
    select id from feedback_lists where id in (select list_id from sent) order by id for no key update
  ),
  firsts as (
    select distinct on (list_id, key) sent.*, ${scopeOf} as scope
    from sent join known on known.id = sent.list_id where key is not null order by list_id, key, place
  ),
  taken as (
    insert into idempotency_keys as keys (scope, key, body_hash, row_id)
    select scope, key, hash, id from firsts order by 1, 2
    on conflict (scope, key) do update set row_id = excluded.row_id, body_hash = excluded.body_hash, created_at = now()
    where not (${isUsed('keys')}) or keys.row_id in (select gone from sent)
    returning scope, key, row_id as id, body_hash as hash
  ),
  added as (
    insert into feedback_entries (id, list_id, rating, comment)
    select sent.id, list_id, rating, comment from sent join known on known.id = sent.list_id
    where key is null or sent.id in (select id from taken)
    returning id, list_id
  ),
  counted as (
    update feedback_lists set entries_count = entries_count + news.entries
    from (select list_id, count(*)::integer as entries from added group by list_id) as news
    where feedback_lists.id = news.list_id
  )
  select sent.place, stored.id, stored.hash,
    sent.key is not null and taken.id is null and not exists (select from feedback_entries where feedback_entries.id = stored.id) as is_gone
  from sent
  join known on known.id = sent.list_id
  left join taken on taken.scope = ${scopeOf} and taken.key = sent.key
  left join idempotency_keys as earlier on earlier.scope = ${scopeOf} and earlier.key = sent.key and ${isUsed('earlier')}
  cross join lateral (
    select sent.id, sent.hash where sent.key is null
    union all
    select coalesce(taken.id, earlier.row_id), coalesce(taken.hash, earlier.body_hash) where sent.key is not null
  ) as stored`;

/** Stores website feedback in batches; each call resolves after its commit. */
export class FeedbackWriter {
  readonly #pool: pg.Pool;
  readonly #entries = new Batcher<SentEntry, Outcome>({ run: (entries) => this.#write(entries), isItemLevelError: isRowLevelError });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Stores one entry; the same key again gives the first one.
   * @throws AppError `not_found` when there is no such list, `conflict` when the key came before with another body,
   *   `unavailable` when others keep adding and deleting entries with this key
   */
  async add(listId: string, { rating, comment }: NewFeedback, key: string | undefined): Promise<{ id: string }> {
    const words = comment === null || comment.trim() === '' ? null : comment.trim();
    const hash = bodyHash({ rating, comment: words });
    const first = await this.#store({ id: newId(), listId, rating, comment: words, key, hash });
    if (first.hash !== hash) throw keyReused();
    return { id: first.id };
  }

  /** Returns the entry of this call, or that of an earlier call with the same key. */
  async #store(entry: Entry): Promise<{ id: string; hash: string | null }> {
    let gone: string | null = null;
    for (let statements = 0; statements < MAX_STATEMENTS; statements += 1) {
      const outcome: Outcome = await this.#entries.add({ ...entry, gone });
      if (outcome === undefined) throw notFound('Feedback list');
      if (outcome.id !== null && !outcome.isGone) return { id: outcome.id, hash: outcome.hash };
      gone = outcome.id;
    }
    throw new AppError('unavailable', 'The feedback could not be stored. Please try again.', { retryAfterSeconds: 1 });
  }

  async #write(entries: readonly SentEntry[]): Promise<Outcome[]> {
    const sent = entries.map(({ id, listId, rating, comment, key, hash, gone }, place) => ({
      id,
      list_id: listId,
      rating,
      comment,
      key,
      hash,
      gone,
      place,
    }));
    const { rows } = await this.#pool.query<{ place: number; id: string | null; hash: string | null; is_gone: boolean }>({
      name: 'add-feedback',
      text: ADD_ENTRIES,
      values: [JSON.stringify(sent)],
    });
    const outcomes = new Map(rows.map(({ place, id, hash, is_gone: isGone }) => [place, { id, hash, isGone }]));
    return entries.map((_, place) => outcomes.get(place));
  }
}
