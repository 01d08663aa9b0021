import { sql } from 'kysely';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { notFound } from '#server/errors.ts';
import { addManyOnce } from '#server/writes/idempotency.ts';

/** Batches written at the same time: while one series is locked, views of others are still counted. */
const RUNS = 2;

interface View {
  readonly seriesId: string;
  /** Random id of the page load, which is counted once; without one each call counts. */
  readonly key: string | undefined;
}

/** @throws AppError `not_found` when there is no such series */
async function addViews(db: Db, seriesId: string, views: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into view_counts (series_id, day, views)
    select id, (now() at time zone 'UTC')::date, ${views}::integer from (select id from event_series where id = ${seriesId} for key share) as series
    on conflict (series_id, day) do update set views = view_counts.views + excluded.views`.execute(db);
  if (numAffectedRows !== 1n) throw notFound('Event series');
}

/** @param views of one series */
async function countOnce(db: Db, views: readonly View[]): Promise<unknown[]> {
  const seriesId = views[0]?.seriesId.toLowerCase() ?? '';
  const scope = `event_series/${seriesId}/track_views`;
  return db.transaction().execute((tx) =>
    addManyOnce(
      tx,
      views.map(({ key }) => ({ callId: { scope, key, bodyHash: '' } })),
      {
        add: async (fresh) => {
          await addViews(tx, seriesId, fresh.length);
          return fresh.map(() => seriesId);
        },
        rowIdOf: (id) => id,
        find: async (ids) => new Map(ids.map((id) => [id, id])),
      },
    ),
  );
}

/** Counts views of the public forms of series: one counter per series and UTC day, written in batches. */
export function viewCounter(db: Db) {
  const views = new Batcher<View, unknown>({
    groupOf: ({ seriesId }) => seriesId.toLowerCase(),
    runs: RUNS,
    run: (batch) => countOnce(db, batch),
    isItemLevelError: isRowLevelError,
  });
  return {
    /** @throws AppError `not_found` when there is no such series */
    count: (view: View) => views.add(view),
    /** @throws AppError `not_found` when there is no such series */
    check: (id: string) =>
      db
        .selectFrom('event_series')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound('Event series')),
  };
}

export type ViewCounter = ReturnType<typeof viewCounter>;
