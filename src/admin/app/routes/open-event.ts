import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeList, EVERY_ATTENDEE, readAttendeeList, writeAttendeeList } from '#admin/features/submissions/attendee-list.ts';

/** Which event of the series page is open, on which attendees, and how to change that. */
export interface OpenEvent {
  readonly eventId: string | undefined;
  readonly attendeeId: string | undefined;
  readonly list: AttendeeList;
  readonly toggle: (eventId: string) => void;
  readonly setList: (list: AttendeeList) => void;
  readonly setAttendee: (submissionId: string | undefined) => void;
}

/**
 * What is open on the series page stands in the address: `event`, `attendee`, and the list's search, filter and order. Opening
 * an event is a step back can undo; what happens in its list is not, or back would have to be pressed once per letter.
 */
export function useOpenEvent(): OpenEvent {
  const [params, setParams] = useSearchParams();

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
  const setList = useCallback(
    (list: AttendeeList) => setParams((old) => writeAttendeeList(old, list), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  const setAttendee = useCallback(
    (submissionId: string | undefined) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if (submissionId === undefined) next.delete('attendee');
          else next.set('attendee', submissionId);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );

  return useMemo(
    () => ({
      eventId: params.get('event') ?? undefined,
      attendeeId: params.get('attendee') ?? undefined,
      list: readAttendeeList(params),
      toggle,
      setList,
      setAttendee,
    }),
    [params, toggle, setList, setAttendee],
  );
}
