import { COPIED_EVENTS_MAX, type SeriesCopy } from '#contract/copy.ts';
import { spanMovedByDays } from '#contract/rules/event-date.ts';
import { SHIFT_TOO_FAR, TOO_MANY_TO_COPY } from '#contract/texts/copy.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { CopiedEvent } from './copy-form.ts';

function chosenOf(events: readonly CopiedEvent[], choice: SeriesCopy['events']): readonly CopiedEvent[] {
  if (choice === 'none') return [];
  if (choice === 'all') return events;
  if (choice === 'visible') return events.filter(({ is_on_form }) => is_on_form);
  const chosen = events.filter(({ id }) => choice.includes(id));
  if (chosen.length < new Set(choice).size) throw notFound('Event');
  return chosen;
}

/** The events of a copied series, with their dates moved. @throws AppError `not_found`, or `invalid` at `events` or `shift_days` */
export function copiedEvents(
  events: readonly CopiedEvent[],
  { events: choice, shift_days: days, show_on_form }: SeriesCopy,
  timeZone: string,
): CopiedEvent[] {
  const chosen = chosenOf(events, choice);
  if (chosen.length > COPIED_EVENTS_MAX) throw invalid([{ path: 'events', message: TOO_MANY_TO_COPY }]);
  const moved = (start: Date | null, end: Date | null) => {
    const span = spanMovedByDays([start, end], days, timeZone);
    if (span === undefined) throw invalid([{ path: 'shift_days', message: SHIFT_TOO_FAR }]);
    return span;
  };
  return chosen.map((event) => {
    const [starts_at, ends_at] = moved(event.starts_at, event.ends_at);
    const [opens_at, closes_at] = moved(event.opens_at, event.closes_at);
    return { ...event, starts_at, ends_at, opens_at, closes_at, is_on_form: show_on_form };
  });
}
