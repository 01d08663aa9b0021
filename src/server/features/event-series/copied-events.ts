import { COPIED_EVENTS_MAX, type SeriesCopy } from '#contract/copy.ts';
import { movedByDays } from '#contract/rules/event-date.ts';
import { SHIFT_TOO_FAR, TOO_MANY_TO_COPY } from '#contract/texts/copy.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { CopiedEvent } from '#server/forms/copy-form.ts';

function chosenOf(events: readonly CopiedEvent[], choice: SeriesCopy['events']): readonly CopiedEvent[] {
  if (choice === 'none') return [];
  if (choice === 'all') return events;
  if (choice === 'visible') return events.filter(({ is_on_form }) => is_on_form);
  const chosen = events.filter(({ id }) => choice.includes(id));
  if (chosen.length < new Set(choice).size) throw notFound('Event');
  return chosen;
}

type Times = Pick<CopiedEvent, 'starts_at' | 'ends_at' | 'opens_at' | 'closes_at'>;

/** A beginning and an end, moved; the end stays after the beginning where the clocks skip an hour between them. */
function movedSpan(event: Times, [first, last]: readonly [keyof Times, keyof Times], moved: (date: Date) => Date): Partial<Times> {
  const [start, end] = [event[first], event[last]];
  const [newStart, newEnd] = [start && moved(start), end && moved(end)];
  if (!start || !end || !newStart || !newEnd || newEnd > newStart) return { [first]: newStart, [last]: newEnd };
  return { [first]: newStart, [last]: new Date(newStart.getTime() + end.getTime() - start.getTime()) };
}

/** The events of a copied series, with their dates moved. @throws AppError `not_found`, or `invalid` at `events` or `shift_days` */
export function copiedEvents(
  events: readonly CopiedEvent[],
  { events: choice, shift_days: days, show_on_form }: SeriesCopy,
  timeZone: string,
): CopiedEvent[] {
  const chosen = chosenOf(events, choice);
  if (chosen.length > COPIED_EVENTS_MAX) throw invalid([{ path: 'events', message: TOO_MANY_TO_COPY }]);
  const moved = (date: Date): Date => {
    const there = movedByDays(date, days, timeZone);
    if (there === undefined) throw invalid([{ path: 'shift_days', message: SHIFT_TOO_FAR }]);
    return there;
  };
  return chosen.map((event) => ({
    ...event,
    ...movedSpan(event, ['starts_at', 'ends_at'], moved),
    ...movedSpan(event, ['opens_at', 'closes_at'], moved),
    is_on_form: show_on_form,
  }));
}
