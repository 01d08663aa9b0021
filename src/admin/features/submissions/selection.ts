import type { Submission } from '#contract/submission.ts';
import type { Attendee } from './attendee-row.ts';

/** The chosen attendees by their id, as they were when chosen: another order may not have loaded them again. */
export type Selection = ReadonlyMap<string, Submission>;

export const NOBODY: Selection = new Map();

const entriesOf = (attendees: readonly Attendee[]) => attendees.map(({ submission }) => [submission.id, submission] as const);

/** With these attendees chosen too. */
export const withChosen = (selection: Selection, attendees: readonly Attendee[]): Selection =>
  new Map([...selection, ...entriesOf(attendees)]);

/** Without those of these ids. */
export const withoutChosen = (selection: Selection, ids: ReadonlySet<string>): Selection =>
  new Map([...selection].filter(([id]) => !ids.has(id)));

/** The attendees from one to another, both included, whichever stands first; only the second when the first is not in the list. */
export function attendeesBetween(attendees: readonly Attendee[], fromId: string | undefined, toId: string): readonly Attendee[] {
  const to = attendees.findIndex(({ submission }) => submission.id === toId);
  const from = attendees.findIndex(({ submission }) => submission.id === fromId);
  if (to < 0) return [];
  return from < 0 ? attendees.slice(to, to + 1) : attendees.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** How many of the loaded attendees are chosen, for the box in the head of the table. */
export function chosenShare(selection: Selection, attendees: readonly Attendee[]): 'none' | 'some' | 'all' {
  const count = attendees.filter(({ submission }) => selection.has(submission.id)).length;
  if (count === 0) return 'none';
  return count === attendees.length ? 'all' : 'some';
}
