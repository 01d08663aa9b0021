import { COPY_NUMBER, type EventCopy } from '#contract/events/event-calls.ts';
import { EVENTS_OF_SERIES_MAX } from '#contract/forms/copy.ts';
import { movedEnd, parseEventDate } from '#contract/rules/event-date.ts';
import { numberOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow } from '#server/db/tables.ts';
import { invalid } from '#server/errors.ts';
import { copiedValues } from '#server/event-fields.ts';
import { bumpFormVersion, holdForm, lockFormOrThrow } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import { fitPlaces } from '#server/registrations/counters.ts';
import type { EventPath } from '#server/wire-names.ts';
import type { Actor, Write, ZonedDeps } from '#server/write.ts';
import { getEvent } from './queries.ts';

/** @throws AppError `invalid` at a repeated date */
function distinctDates(texts: EventCopy['dates'], timeZone: string): (Date | null)[] {
  const dates = texts.map((text) => (text === null ? null : (parseEventDate(text, timeZone) ?? null)));
  const times = dates.map((date) => date?.getTime());
  const repeated = times.flatMap((time, index) => (time !== undefined && times.indexOf(time) < index ? [index] : []));
  if (repeated.length > 0) throw invalid(repeated.map((index) => ({ path: `dates.${index}`, message: 'This date appears twice' })));
  return dates;
}

async function insertCopies(w: Write, path: EventPath, input: EventCopy, dates: readonly (Date | null)[], timeZone: string) {
  // Events off the form change nothing for visitors.
  await (input.show_on_form ? lockFormOrThrow : holdForm)(w, { kind: 'series', id: path.seriesId });
  const source = await getEvent(w, path);
  const count = await numberOf(w)`select count(*)::integer from events where form_id = ${path.seriesId}`;
  if (count + dates.length > EVENTS_OF_SERIES_MAX) throw invalid([{ path: 'dates', message: 'A series can hold at most 2,000 events' }]);
  const ids = dates.map(newId).toSorted(); // In the order in which they are read back.
  const title = input.event_title?.trim() ?? source.title;
  const { form_id, starts_at: start, ends_at: end } = source;
  const rows = dates.map((starts_at, index) => ({
    ...copiedValues(source),
    id: ids[index] ?? newId(),
    form_id,
    starts_at,
    ends_at: starts_at && start && end && movedEnd([start, end], starts_at, timeZone),
    title: input.event_title === undefined ? title : title.replaceAll(COPY_NUMBER, String(index + 1)),
    is_on_form: input.show_on_form,
  }));
  await w.insertInto('events').values(rows).execute();
  await fitPlaces(w, ids);
  if (input.show_on_form) await bumpFormVersion(w, path.seriesId);
  for (const id of ids) w.did({ about: { type: 'event', id, title } });
  return findCopiedWith(w, path.seriesId, ids[0] ?? '');
}

/** The events that one call added, in their order: all have the same `created_at`, the time of its transaction. */
const findCopiedWith = (tx: Tx, seriesId: string, firstId: string): Promise<EventRow[]> => rowsOf<EventRow>(tx)`
  select * from events where form_id = ${seriesId} and created_at = (select created_at from events where id = ${firstId}) order by id`;

/** Adds a copy for each date. @returns them in the order of the dates @throws AppError `not_found`, or `invalid` at a repeated date or for a series that is full */
export async function copyEvent(deps: ZonedDeps, by: Actor, path: EventPath, { input, callId }: StaffAdd<EventCopy>): Promise<EventRow[]> {
  const { timeZone } = deps.config;
  const dates = distinctDates(input.dates, timeZone);
  return writeOnce(deps, by, callId, {
    add: (w) => insertCopies(w, path, input, dates, timeZone),
    find: async (w, firstId) => {
      const copies = await findCopiedWith(w, path.seriesId, firstId);
      return copies.length === 0 ? undefined : copies;
    },
  });
}
