import type { PublicSeries, Series } from '#contract/event-series.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { listEventsOfSeries } from '#server/features/events/queries.ts';
import { listFields } from '#server/features/form-fields/queries.ts';
import { listRefusedTries, listStoredForms } from '#server/features/sign-up/queries.ts';
import { presentPublicSeries, presentSeries } from './present.ts';
import { countEvents, countSignUps, getSeries, listViews } from './queries.ts';

interface EventChoice {
  readonly show_on_form?: boolean | undefined;
  readonly showOnlyDisabledEvents?: boolean | undefined;
}

/** The disabled events, else the visible ones, else all: undefined (decision 14). */
function groupOf({ show_on_form: onForm, showOnlyDisabledEvents: onlyDisabled }: EventChoice): boolean | undefined {
  if (onlyDisabled === true) return false;
  return onForm === true ? true : undefined;
}

/**
 * One series for staff: settings, events with counts, fields, views (decisions 14, 20).
 * @throws AppError `not_found`
 */
export async function readSeries(db: Db, seriesId: string, choice: EventChoice): Promise<Series> {
  const [row, events, formFields, views, refusedTries, eventCounts, signUps] = await Promise.all([
    getSeries(db, seriesId),
    listEventsOfSeries(db, seriesId, groupOf(choice)),
    listFields(db, { seriesId }),
    listViews(db, seriesId),
    listRefusedTries(db, { kind: 'series', id: seriesId }),
    countEvents(db, seriesId),
    countSignUps(db, seriesId),
  ]);
  return presentSeries({ row, events, formFields, views, refusedTries, eventCounts, signUps });
}

/**
 * What anybody may read of a series: what its public form needs (decision 15).
 * @throws AppError `not_found`
 */
export async function readPublicSeries(db: Db, seriesId: string): Promise<PublicSeries> {
  const [form] = await listStoredForms(db, 'series', [seriesId]);
  if (form === undefined) throw notFound('Event series');
  return presentPublicSeries({ ...form, events: [...form.events] });
}
