import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { allAttendeesQuery } from '#admin/reads/submission-queries.ts';
import { focusInPlace } from '#admin/ui/focus.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import { SECOND_MS } from '#contract/time.ts';
import type { Attendee } from '../shown-attendee.ts';

/** The chosen submissions by id. They are kept as a whole, because a new order may not have loaded them yet. */
export type Selection = ReadonlyMap<string, Submission>;

const EMPTY_SELECTION: Selection = new Map();
const entriesOf = (attendees: readonly Attendee[]) => attendees.map(({ submission }) => [submission.id, submission] as const);
const withChosen = (selection: Selection, attendees: readonly Attendee[]): Selection => new Map([...selection, ...entriesOf(attendees)]);
const withoutChosen = (selection: Selection, ids: ReadonlySet<string>): Selection => new Map([...selection].filter(([id]) => !ids.has(id)));

/** The attendees between two ids, inclusive and in either direction; only `toId` if `fromId` is not in the list. */
function attendeesBetween(attendees: readonly Attendee[], fromId: string | undefined, toId: string): readonly Attendee[] {
  const to = attendees.findIndex(({ submission }) => submission.id === toId);
  const from = attendees.findIndex(({ submission }) => submission.id === fromId);
  if (to < 0) return [];
  return from < 0 ? attendees.slice(to, to + 1) : attendees.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function chosenShare(selection: Selection, attendees: readonly Attendee[]): 'none' | 'some' | 'all' {
  const count = attendees.filter(({ submission }) => selection.has(submission.id)).length;
  if (count === 0) return 'none';
  return count === attendees.length ? 'all' : 'some';
}

export type AttendeeSelection = ReturnType<typeof useSelection>;

interface SelectedList {
  /** A new one, for another search or filter, clears the selection. */
  readonly listKey: string;
  /** Reads all of it, unless that takes too long. */
  readonly everyone: ReturnType<typeof allAttendeesQuery> & { readonly enabled: boolean };
  readonly table: RefObject<HTMLElement | null>;
}

/** The selection in a list of loaded attendees, which is the whole list or part of it. After `clear` the focus is on the table. */
export function useSelection(attendees: readonly Attendee[], { listKey, everyone, table }: SelectedList) {
  const [chosen, setChosen] = useState<Selection>(EMPTY_SELECTION);
  const [key, setKey] = useState(listKey);
  if (key !== listKey) {
    setKey(listKey);
    setChosen(EMPTY_SELECTION);
  }
  const last = useRef<string>(undefined);
  // A ref keeps `choose` stable, so that memoized rows do not render again.
  const shown = useRef({ attendees, listKey });
  useEffect(() => {
    shown.current = { attendees, listKey };
  }, [attendees, listKey]);

  const choose = useCallback((submissionId: string, isChosen: boolean, isRange: boolean) => {
    const changed = attendeesBetween(shown.current.attendees, isRange ? last.current : undefined, submissionId);
    last.current = submissionId;
    setChosen((old) => (isChosen ? withChosen(old, changed) : withoutChosen(old, new Set(changed.map(({ submission }) => submission.id)))));
  }, []);
  const deselect = useCallback((ids: ReadonlySet<string>) => setChosen((old) => (ids.size === 0 ? old : withoutChosen(old, ids))), []);
  const present = attendees.filter(({ submission }) => chosen.has(submission.id));
  const mayHaveLeft = present.length < chosen.size;
  // 'Select all' has just read them.
  const all = useQuery({ ...everyone, enabled: mayHaveLeft && everyone.enabled, staleTime: 5 * SECOND_MS });
  // A colleague's change may have taken someone out of the list.
  if (mayHaveLeft && everyone.enabled && all.isSuccess && !all.isFetching) {
    const ids = new Set([...all.data, ...present.map(({ submission }) => submission)].map(({ id }) => id));
    if ([...chosen.keys()].some((id) => !ids.has(id))) setChosen(new Map([...chosen].filter(([id]) => ids.has(id))));
  }
  return {
    // As they are now: someone may have corrected an address or moved a place since they were chosen.
    chosen: withChosen(chosen, present),
    share: chosenShare(chosen, attendees),
    /** Selects or deselects one attendee; with `isRange`, all from the one changed before. */
    choose,
    chooseLoaded: () => setChosen(withChosen(chosen, attendees)),
    /** Selects the whole list, unless another one is now shown. */
    chooseAll: (submissions: readonly Submission[]) => {
      if (shown.current.listKey === listKey) setChosen(new Map(submissions.map((each) => [each.id, each])));
    },
    clear: () => {
      setChosen(EMPTY_SELECTION);
      // The focused element disappears with the selection bar.
      focusInPlace(table.current);
    },
    deselect,
  };
}
