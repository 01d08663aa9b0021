import type { PublicSeries, Series } from '#contract/event-series.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { listEventsOfSeries } from '#server/features/events/queries.ts';
import { listFields } from '#server/features/form-fields/queries.ts';
import { listBlockedSubmissions, listStoredForms } from '#server/features/sign-up/queries.ts';
import { presentPublicSeries, presentSeries } from './present.ts';
import { countEvents, countSignUps, getSeries, listViews } from './queries.ts';

interface EventChoice {
  readonly show_on_form?: boolean | undefined;
  readonly showOnlyDisabledEvents?: boolean | undefined;
}

/** Whether the events must be visible; undefined for all (D14). */
function groupOf({ show_on_form: onForm, showOnlyDisabledEvents: onlyDisabled }: EventChoice): boolean | undefined {
  if (onlyDisabled === true) return false;
  return onForm === true ? true : undefined;
}

/**
 * One series for staff.
 * @throws AppError `not_found`
 */
export async function readSeries(db: Db, seriesId: string, choice: EventChoice): Promise<Series> {
  const [row, events, formFields, views, blockedSubmissions, eventCounts, signUps] = await Promise.all([
    getSeries(db, seriesId),
    listEventsOfSeries(db, seriesId, groupOf(choice)),
    listFields(db, { kind: 'series', id: seriesId }),
    listViews(db, seriesId),
    listBlockedSubmissions(db, { kind: 'series', id: seriesId }),
    countEvents(db, seriesId),
    countSignUps(db, seriesId),
  ]);
  return presentSeries({ row, events, formFields, views, blockedSubmissions, eventCounts, signUps });
}

/**
 * One series for visitors: what its public form needs.
 * @throws AppError `not_found`
 */
export async function readPublicSeries(db: Db, seriesId: string): Promise<PublicSeries> {
  const [form] = await listStoredForms(db, 'series', [seriesId]);
  if (form === undefined) throw notFound('Event series');
  return presentPublicSeries({ ...form, events: [...form.events] });
}
