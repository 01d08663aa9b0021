import type { RegistrationStatus } from '#contract/registrations/places.ts';
import * as texts from '#contract/texts/own-page.ts';
import type { OwnEvent, OwnSignUp } from '#server/features/own-registration/queries.ts';

interface EventNote {
  readonly text: (title: string) => string;
  /** What is said holds while the registration stands so. */
  readonly status: RegistrationStatus;
}

const OF_EVENTS: Readonly<Record<string, EventNote>> = {
  cancelled: { text: texts.wasCancelled, status: 'cancelled' },
  left: { text: texts.leftList, status: 'cancelled' },
  declined: { text: texts.wasDeclined, status: 'cancelled' },
  taken: { text: texts.wasTaken, status: 'confirmed' },
  joined: { text: texts.joinedList, status: 'waiting' },
};

const OF_ALL: Readonly<Record<string, string>> = {
  all: texts.ALL_CANCELLED,
  events: texts.EVENTS_CHANGED,
  corrected: texts.CORRECTED,
};

/** What was done, as the address of the page says after a post; undefined when that is not so. */
export function noteOf({ row, events }: OwnSignUp, query: URLSearchParams): string | undefined {
  const done = query.get('done') ?? '';
  if (done === 'sent') return texts.sentTo(row.email);
  if (Object.hasOwn(OF_ALL, done)) return OF_ALL[done];
  const note = Object.hasOwn(OF_EVENTS, done) ? OF_EVENTS[done] : undefined;
  const event = events.find(({ id }) => id === query.get('event'));
  return note !== undefined && event?.status === note.status ? note.text(event.title) : undefined;
}

/** The part of the address that has the page say what was done about an event. */
export const doneAt = (done: string, event?: Pick<OwnEvent, 'id'>): string =>
  `?done=${done}${event === undefined ? '' : `&event=${event.id}`}`;
