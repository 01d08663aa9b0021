import type { SeriesEdit } from '#contract/event-series.ts';
import type { Db } from '#server/db/connection.ts';
import { touchForm } from '#server/db/form-version.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { addOnce, type OnceKey } from '#server/idempotency.ts';
import { settingsColumns } from '#server/notification-settings.ts';
import { decideEdit, sentFields } from '#server/versioned-edit.ts';

/** Adds a series with nothing but a title; the rest is edited later. */
export async function addSeries(db: Db, title: string, once: OnceKey): Promise<EventSeriesRow> {
  return db.transaction().execute((tx) =>
    addOnce(tx, once, {
      add: () => tx.insertInto('event_series').values({ id: newId(), title: title.trim() }).returningAll().executeTakeFirstOrThrow(),
      rowIdOf: (series) => series.id,
      find: (id) => tx.selectFrom('event_series').selectAll().where('id', '=', id).executeTakeFirst(),
    }),
  );
}

/**
 * Changes settings of a series (decision 16).
 * @throws AppError `not_found`, or `conflict` when somebody else changed the same since `ifMatch`
 */
export async function editSeries(db: Db, seriesId: string, edit: SeriesEdit, ifMatch: number | undefined): Promise<EventSeriesRow> {
  return db.transaction().execute(async (tx) => {
    const series = await tx.selectFrom('event_series').selectAll().where('id', '=', seriesId).forNoKeyUpdate().executeTakeFirst();
    if (series === undefined) throw notFound('Event series');
    const columns = settingsColumns(edit);
    const decided = decideEdit(series, sentFields(series, columns), ifMatch);
    if (decided === undefined) return series;
    if (decided.changed.has('title')) await touchForm(tx, { seriesId });
    return tx
      .updateTable('event_series')
      .set({ ...columns, ...decided.stamp })
      .where('id', '=', seriesId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Deletes a series with its events, fields, sign-ups, counts and views, all by foreign keys.
 * @throws AppError `not_found`
 */
export async function deleteSeries(db: Db, seriesId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('event_series').where('id', '=', seriesId).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Event series');
}
