import type { Submission } from '#contract/submission.ts';
import type { Attendee } from '../attendee-row.ts';

/** The chosen submissions by id. They are kept as a whole, because a new order may not have loaded them yet. */
export type Selection = ReadonlyMap<string, Submission>;

export const EMPTY_SELECTION: Selection = new Map();

const entriesOf = (attendees: readonly Attendee[]) => attendees.map(({ submission }) => [submission.id, submission] as const);

export const withChosen = (selection: Selection, attendees: readonly Attendee[]): Selection =>
  new Map([...selection, ...entriesOf(attendees)]);

export const withoutChosen = (selection: Selection, ids: ReadonlySet<string>): Selection =>
  new Map([...selection].filter(([id]) => !ids.has(id)));

/** The attendees between two ids, inclusive and in either direction; only `toId` if `fromId` is not in the list. */
export function attendeesBetween(attendees: readonly Attendee[], fromId: string | undefined, toId: string): readonly Attendee[] {
  const to = attendees.findIndex(({ submission }) => submission.id === toId);
  const from = attendees.findIndex(({ submission }) => submission.id === fromId);
  if (to < 0) return [];
  return from < 0 ? attendees.slice(to, to + 1) : attendees.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Whether none, some or all of the loaded attendees are chosen. */
export function chosenShare(selection: Selection, attendees: readonly Attendee[]): 'none' | 'some' | 'all' {
  const count = attendees.filter(({ submission }) => selection.has(submission.id)).length;
  if (count === 0) return 'none';
  return count === attendees.length ? 'all' : 'some';
}
