import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attendee } from './attendee-row.ts';
import { attendeesBetween, chosenShare, NOBODY, type Selection, withChosen, withoutChosen } from './selection.ts';

/** Who is chosen in a list of attendees, and how to change that. */
export interface AttendeeSelection {
  readonly chosen: Selection;
  /** How many of the loaded are chosen. */
  readonly share: 'none' | 'some' | 'all';
  /** Chooses or leaves one; with `isRange`, all from the one that was changed before. Stays the same function. */
  readonly choose: (submissionId: string, isChosen: boolean, isRange: boolean) => void;
  readonly chooseLoaded: () => void;
  readonly clear: () => void;
  readonly drop: (ids: ReadonlySet<string>) => void;
}

/** The selection in the loaded `attendees` of what search and filter leave; another search or filter, `listKey`, starts without one. */
export function useSelection(attendees: readonly Attendee[], listKey: string): AttendeeSelection {
  const [chosen, setChosen] = useState(NOBODY);
  const [key, setKey] = useState(listKey);
  if (key !== listKey) {
    setKey(listKey);
    setChosen(NOBODY);
  }
  const last = useRef<string>(undefined);
  // Rows are drawn anew only when they changed, so what they call must not.
  const loaded = useRef(attendees);
  useEffect(() => {
    loaded.current = attendees;
  }, [attendees]);

  const choose = useCallback((submissionId: string, isChosen: boolean, isRange: boolean) => {
    const meant = attendeesBetween(loaded.current, isRange ? last.current : undefined, submissionId);
    last.current = submissionId;
    setChosen((old) => (isChosen ? withChosen(old, meant) : withoutChosen(old, new Set(meant.map(({ submission }) => submission.id)))));
  }, []);
  return {
    chosen,
    share: chosenShare(chosen, attendees),
    choose,
    chooseLoaded: () => setChosen(withChosen(chosen, attendees)),
    clear: () => setChosen(NOBODY),
    drop: (ids) => setChosen((old) => withoutChosen(old, ids)),
  };
}
