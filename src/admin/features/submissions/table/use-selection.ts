import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attendee } from '../attendee-row.ts';
import { attendeesBetween, chosenShare, EMPTY_SELECTION, type Selection, withChosen, withoutChosen } from './selection.ts';

export type AttendeeSelection = ReturnType<typeof useSelection>;

/** The selection in a list of loaded attendees. A new `listKey`, for another search or filter, clears it. */
export function useSelection(attendees: readonly Attendee[], listKey: string) {
  const [chosen, setChosen] = useState<Selection>(EMPTY_SELECTION);
  const [key, setKey] = useState(listKey);
  if (key !== listKey) {
    setKey(listKey);
    setChosen(EMPTY_SELECTION);
  }
  const last = useRef<string>(undefined);
  // A ref keeps `choose` stable, so that memoized rows do not render again.
  const loaded = useRef(attendees);
  useEffect(() => {
    loaded.current = attendees;
  }, [attendees]);

  const choose = useCallback((submissionId: string, isChosen: boolean, isRange: boolean) => {
    const changed = attendeesBetween(loaded.current, isRange ? last.current : undefined, submissionId);
    last.current = submissionId;
    setChosen((old) => (isChosen ? withChosen(old, changed) : withoutChosen(old, new Set(changed.map(({ submission }) => submission.id)))));
  }, []);
  return {
    chosen,
    share: chosenShare(chosen, attendees),
    /** Selects or deselects one attendee; with `isRange`, all from the one changed before. */
    choose,
    chooseLoaded: () => setChosen(withChosen(chosen, attendees)),
    clear: () => setChosen(EMPTY_SELECTION),
    deselect: (ids: ReadonlySet<string>) => setChosen((old) => withoutChosen(old, ids)),
  };
}
