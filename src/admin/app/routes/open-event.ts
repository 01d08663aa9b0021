import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EVERY_ATTENDEE, writeAttendeeList } from '#admin/features/submissions/attendee-list.ts';
import { type OpenList, useOpenList } from './open-list.ts';

/** Which event of the series page is open, on which attendees, and how to change that. */
export interface OpenEvent extends OpenList {
  readonly eventId: string | undefined;
  readonly toggle: (eventId: string) => void;
}

/**
 * What is open on the series page stands in the address: `event`, and what of its list is. Opening an event is a step that back
 * can undo.
 */
export function useOpenEvent(): OpenEvent {
  const [params, setParams] = useSearchParams();
  const list = useOpenList();

  const toggle = useCallback(
    (eventId: string) =>
      setParams(
        (old) => {
          const bare = writeAttendeeList(old, EVERY_ATTENDEE);
          bare.delete('attendee');
          if (old.get('event') === eventId) bare.delete('event');
          else bare.set('event', eventId);
          return bare;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  return useMemo(() => ({ ...list, eventId: params.get('event') ?? undefined, toggle }), [list, params, toggle]);
}
