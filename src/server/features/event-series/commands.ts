import type { SeriesEdit } from '#contract/event-series.ts';
import type { Db } from '#server/db/connection.ts';
import { bumpFormVersion } from '#server/db/form-version.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import { lockFormOrThrow } from '#server/forms/lock-form-or-throw.ts';
import { settingsColumns } from '#server/forms/notification-settings.ts';
import { addOnce, type CallId } from '#server/writes/idempotency.ts';
import { decideEdit, sentFields } from '#server/writes/versioned-edit.ts';

export async function addSeries(db: Db, title: string, callId: CallId): Promise<EventSeriesRow> {
  return db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: () => tx.insertInto('event_series').values({ id: newId(), title: title.trim() }).returningAll().executeTakeFirstOrThrow(),
      rowIdOf: (series) => series.id,
      find: (id) => tx.selectFrom('event_series').selectAll().where('id', '=', id).executeTakeFirst(),
    }),
  );
}

/** @throws AppError `not_found`, or `conflict` when the same fields have changed since `ifMatch` */
export async function editSeries(db: Db, seriesId: string, edit: SeriesEdit, ifMatch: number | undefined): Promise<EventSeriesRow> {
  return db.transaction().execute(async (tx) => {
    await lockFormOrThrow(tx, { kind: 'series', id: seriesId });
    const series = await tx.selectFrom('event_series').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow();
    const columns = settingsColumns(edit);
    const decided = decideEdit(series, sentFields(series, columns), ifMatch);
    if (decided === undefined) return series;
    if (decided.changed.has('title')) await bumpFormVersion(tx, { kind: 'series', id: seriesId });
    return tx
      .updateTable('event_series')
      .set({ ...columns, ...decided.stamp })
      .where('id', '=', seriesId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
