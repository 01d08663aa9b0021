import type pg from 'pg';
import type { NewFeedback } from '#contract/feedback.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { newId } from '#server/db/new-id.ts';
import { notFound } from '#server/errors.ts';
import { bodyHash, KEY_LIFETIME_HOURS, keyReused } from '#server/idempotency.ts';

interface Entry {
  readonly id: string;
  readonly listId: string;
  readonly rating: number;
  readonly comment: string | null;
  readonly key: string | undefined;
  readonly hash: string;
}

/**
 * What became of an entry: the id under which it is stored, now or by an earlier call; null when another server is just storing
 * that call, which this statement cannot see yet; absent when the list is not there.
 */
type Outcome = { id: string | null; hash: string | null } | undefined;

const scopeOf = "'website-feedback/' || known.id || '/submit'";

/*
 * Keys in their order, so that two servers never wait for each other. A key counts as unused after a day, or when its entry
 * is gone (decision 19). Two calls with one key in one group: the first takes the key, both get its entry.
 */
const ADD_ENTRIES = `
  with sent as materialized (
    select * from json_to_recordset($1) as sent (id uuid, list_id uuid, rating smallint, comment text, key text, hash text, place integer)
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
    where keys.created_at <= now() - interval '${KEY_LIFETIME_HOURS} hours'
      or not exists (select from feedback_entries where feedback_entries.id = keys.row_id)
    returning row_id
  ),
  added as (
    insert into feedback_entries (id, list_id, rating, comment)
    select sent.id, list_id, rating, comment from sent join known on known.id = sent.list_id
    where key is null or sent.id in (select row_id from taken)
    returning id, list_id
  ),
  counted as (
    update feedback_lists set entries_count = entries_count + news.entries
    from (select list_id, count(*)::integer as entries from added group by list_id) as news
    where feedback_lists.id = news.list_id
  )
  select sent.place,
    case when sent.key is null or sent.id in (select row_id from taken) then sent.id
      else coalesce((select first.id from firsts as first where first.list_id = sent.list_id and first.key = sent.key and first.id in (select row_id from taken)), keys.row_id) end as id,
    case when sent.key is null or sent.id in (select row_id from taken) then sent.hash
      else coalesce((select first.hash from firsts as first where first.list_id = sent.list_id and first.key = sent.key and first.id in (select row_id from taken)), keys.body_hash) end as hash
  from sent
  join known on known.id = sent.list_id
  left join idempotency_keys as keys on keys.scope = ${scopeOf} and keys.key = sent.key`;

/** Takes website feedback from visitors, durably before it is answered, written for all of a moment at once. */
export class FeedbackWriter {
  readonly #pool: pg.Pool;
  readonly #entries = new GroupCommit<Entry, Outcome>({ write: (entries) => this.#write(entries) });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Stores one entry; the same key again gives the first one (decision 19).
   * @throws AppError `not_found` when there is no such list, `conflict` when the key came before with another body
   */
  async add(listId: string, { rating, comment }: NewFeedback, key: string | undefined): Promise<{ id: string }> {
    const words = comment === null || comment.trim() === '' ? null : comment.trim();
    const hash = bodyHash({ rating, comment: words });
    const entry = { id: newId(), listId, rating, comment: words, key, hash };
    const first = await this.#entries.add(entry);
    const outcome = first?.id === null ? await this.#entries.add(entry) : first;
    if (outcome === undefined || outcome.id === null) throw notFound('Feedback list');
    if (outcome.hash !== hash) throw keyReused();
    return { id: outcome.id };
  }

  async #write(entries: readonly Entry[]): Promise<Outcome[]> {
    const sent = entries.map(({ id, listId, rating, comment, key, hash }, place) => ({
      id,
      list_id: listId,
      rating,
      comment,
      key,
      hash,
      place,
    }));
    const { rows } = await this.#pool.query<{ place: number; id: string | null; hash: string | null }>({
      name: 'add-feedback',
      text: ADD_ENTRIES,
      values: [JSON.stringify(sent)],
    });
    const outcomes = new Map(rows.map(({ place, id, hash }) => [place, { id, hash }]));
    return entries.map((_, place) => outcomes.get(place));
  }
}
