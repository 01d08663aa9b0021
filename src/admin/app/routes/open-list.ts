import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeList, readAttendeeList, writeAttendeeList } from '#admin/features/submissions/attendee-list.ts';

/** What is shown of a list of attendees, who of them is open, and how to change that. */
export interface OpenList {
  readonly attendeeId: string | undefined;
  readonly list: AttendeeList;
  readonly setList: (list: AttendeeList) => void;
  readonly setAttendee: (submissionId: string | undefined) => void;
}

/**
 * Search, filter, order and the open `attendee` stand in the address. To change them is no step that back can undo, or back
 * would have to be pressed once per letter.
 */
export function useOpenList(): OpenList {
  const [params, setParams] = useSearchParams();
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
    () => ({ attendeeId: params.get('attendee') ?? undefined, list: readAttendeeList(params), setList, setAttendee }),
    [params, setList, setAttendee],
  );
}
