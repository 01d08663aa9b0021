import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { FORM_NAMES, FORM_TABLES } from '#server/db/form-tables.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { notFound } from '#server/errors.ts';
import { keepInSetup } from '#server/forms/form-setup.ts';
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
    /** @throws AppError `not_found` when there is no such series or form */
    check: ({ kind, id }: FormRef) =>
      db
        .selectFrom(FORM_TABLES[kind])
        .select('id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound(FORM_NAMES[kind])),
    /** Keeps when staff first looked at the form. @throws AppError `not_found` when there is no such series or form */
    lookAt: async ({ kind, id }: FormRef): Promise<boolean> => {
      const kept = await db.selectFrom('form_setups').select('form_seen_at').where('owner_id', '=', id).executeTakeFirst();
      if (kept !== undefined && kept.form_seen_at !== null) return false;
      if (!(await keepInSetup(db, { kind, id }, { form_seen_at: new Date() }))) throw notFound(FORM_NAMES[kind]);
      return true;
    },
  };
}

export type ViewCounter = ReturnType<typeof viewCounter>;
