import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import * as words from '#contract/texts/words/own-page.ts';
import type { Db } from '#server/db/connection.ts';
import { hasJustMade, heldEvents, type OwnEvent, type OwnSignUp } from '#server/registrations/own/queries.ts';

interface EventNote {
  readonly text: (title: string) => string;
  /** The note is shown only while the registration has this status. */
  readonly status: RegistrationStatus;
  /** And has ended so. */
  readonly ending?: ChangeKind;
}

const OF_EVENTS = new Map<string, EventNote>([
  ['cancelled', { text: words.wasCancelled, status: 'cancelled' }],
  ['left', { text: words.leftList, status: 'cancelled' }],
  ['declined', { text: words.wasDeclined, status: 'cancelled', ending: 'declined' }],
  ['taken', { text: words.wasTaken, status: 'confirmed' }],
  ['joined', { text: words.joinedList, status: 'waiting' }],
  ['filled', { text: words.filledMeanwhile, status: 'waiting' }],
]);

/** With kinds of changes, of which one has just been made. */
const OF_SIGN_UPS = new Map<string, { readonly text: (email: string) => string; readonly kinds: readonly ChangeKind[] }>([
  ['events', { text: () => words.EVENTS_CHANGED, kinds: ['events_changed', 'joined'] }],
  ['corrected', { text: () => words.CORRECTED, kinds: ['corrected'] }],
  ['consent', { text: () => words.CONFIRMED, kinds: ['corrected'] }],
  ['undone', { text: () => words.UNDONE, kinds: ['corrected', 'cancelled'] }],
  ['sent', { text: words.sentTo, kinds: ['link'] }],
]);

const isTrueOf = ({ status, ending }: EventNote, event: OwnEvent): boolean =>
  event.status === status && (ending === undefined || event.lastEnding === ending);

/** What was done, as the address of the page says after a post; undefined when that is not so, or was long ago. */
export async function noteOf(db: Db, own: OwnSignUp, query: URLSearchParams): Promise<string | undefined> {
  const { row, events } = own;
  const done = query.get('done') ?? '';
  if (done === 'all') return heldEvents(own).length === 0 ? words.ALL_CANCELLED : undefined;
  const recent = OF_SIGN_UPS.get(done);
  if (recent !== undefined) return (await hasJustMade(db, row.id, recent.kinds)) ? recent.text(row.email) : undefined;
  const note = OF_EVENTS.get(done);
  const event = events.find(({ id }) => id === query.get('event'));
  return note !== undefined && event !== undefined && isTrueOf(note, event) ? note.text(event.title) : undefined;
}

/** The part of the address that has the page say what was done about an event. */
export const doneAt = (done: string, event?: Pick<OwnEvent, 'id'>): string =>
  `?done=${done}${event === undefined ? '' : `&event=${event.id}`}`;
