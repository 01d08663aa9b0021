import type pg from 'pg';
import { Batcher } from '#server/db/batcher.ts';
import { isRowLevelError } from '#server/db/row-level-error.ts';
import { notFound } from '#server/errors.ts';
import { KEY_LIFETIME_HOURS } from '#server/writes/idempotency.ts';

/** Batches written at the same time: while one series is locked, views of others are still counted. */
const RUNS = 2;

interface View {
  readonly seriesId: string;
  /** Random id of the page load, which is counted once; without one each call counts. */
  readonly key: string | undefined;
}

/*
 * Keys and counters are written in their order, so that two servers cannot deadlock. An expired key counts as unused.
 */
const COUNT_VIEWS = `
  with sent as materialized (
    select * from json_to_recordset($1) as sent (series_id uuid, key text)
  ),
  known as materialized (
    select id from event_series where id in (select series_id from sent) order by id for key share
  ),
  fresh as (
    insert into idempotency_keys (scope, key, body_hash)
    select distinct 'event_series/' || known.id || '/track_views', sent.key, ''
    from sent join known on known.id = sent.series_id where sent.key is not null order by 1, 2
    on conflict (scope, key) do update set created_at = now()
    where idempotency_keys.created_at <= now() - interval '${KEY_LIFETIME_HOURS} hours'
    returning scope
  ),
  counted as (
    insert into view_counts (series_id, day, views)
    select known.id, (now() at time zone 'UTC')::date, with_key.views + without_key.views
    from known
    cross join lateral (select count(*) from fresh where scope = 'event_series/' || known.id || '/track_views') as with_key (views)
    cross join lateral (select count(*) from sent where series_id = known.id and key is null) as without_key (views)
    where with_key.views + without_key.views > 0
    order by 1
    on conflict (series_id, day) do update set views = view_counts.views + excluded.views
  )
  select id from known`;

/** Counts views of the public forms of series: one counter per series and UTC day, written in batches. */
export class ViewCounter {
  readonly #pool: pg.Pool;
  readonly #views = new Batcher<View, boolean>({
    groupOf: ({ seriesId }) => seriesId.toLowerCase(),
    runs: RUNS,
    run: (views) => this.#write(views),
    isItemLevelError: isRowLevelError,
  });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws AppError `not_found` when there is no such series */
  async count(view: View): Promise<void> {
    if (!(await this.#views.add(view))) throw notFound('Event series');
  }

  /** @throws AppError `not_found` when there is no such series */
  async check(seriesId: string): Promise<void> {
    const { rowCount } = await this.#pool.query('select from event_series where id = $1', [seriesId]);
    if (rowCount === 0) throw notFound('Event series');
  }

  async #write(views: readonly View[]): Promise<boolean[]> {
    const sent = views.map(({ seriesId, key }) => ({ series_id: seriesId, key }));
    const { rows } = await this.#pool.query<{ id: string }>({ name: 'count-views', text: COUNT_VIEWS, values: [JSON.stringify(sent)] });
    const known = new Set(rows.map(({ id }) => id));
    return views.map(({ seriesId }) => known.has(seriesId.toLowerCase()));
  }
}
