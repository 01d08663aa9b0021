import type pg from 'pg';
import type { NewFeedback } from '#contract/feedback.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { newId } from '#server/db/new-id.ts';
import { isOneRowsFault } from '#server/db/one-rows-fault.ts';
import { AppError, notFound } from '#server/errors.ts';
import { bodyHash, KEY_LIFETIME_HOURS, keyReused } from '#server/idempotency.ts';

interface Entry {
  readonly id: string;
  readonly listId: string;
  readonly rating: number;
  readonly comment: string | null;
  readonly key: string | undefined;
  readonly hash: string;
}

/** An entry on its way; `gone` is what its key was found to stand for although it is deleted: then the key is free. */
type SentEntry = Entry & { readonly gone: string | null };

/**
 * What became of an entry: the id under which it is stored, now or by an earlier call. `isGone`: it is not, but the next statement
 * will know more, since that entry is deleted, or (with a null id) another server was just storing one. Absent without the list.
 */
type Outcome = { readonly id: string | null; readonly hash: string | null; readonly isGone: boolean } | undefined;

/** Waiting for the call of another server, taking the key of a deleted entry, seeing who was faster: each costs a statement. */
const MAX_STATEMENTS = 4;

const scopeOf = "'website-feedback/' || known.id || '/submit'";
const isUsed = (keys: string): string => `${keys}.created_at > now() - interval '${KEY_LIFETIME_HOURS} hours'`;

/*
 * Keys in their order, so that two servers never wait for each other. A key counts as unused after a day, or when its entry
 * is gone (decision 19). Two calls with one key in one group: the first takes the key, both get its entry.
 *
 * While this waits for another server's call it keeps seeing the rows as they were before, except those that it locks. So it never
 * takes a key because an entry cannot be seen: it says which one, and the next statement takes the key if it still stands for that.
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

/** Takes website feedback from visitors, durably before it is answered, written for all of a moment at once. */
export class FeedbackWriter {
  readonly #pool: pg.Pool;
  readonly #entries = new GroupCommit<SentEntry, Outcome>({ write: (entries) => this.#write(entries), isOneItemsFault: isOneRowsFault });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Stores one entry; the same key again gives the first one (decision 19).
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

  /** Gives the entry that is stored for this call, which may be that of an earlier one. */
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
