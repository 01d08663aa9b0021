import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeListParams, readAttendeeListParams, writeAttendeeListParams } from './attendee-list-params.ts';

export interface AttendeeListState {
  readonly attendeeId: string | undefined;
  readonly list: AttendeeListParams;
  readonly setList: (list: AttendeeListParams) => void;
  readonly setAttendee: (submissionId: string | undefined) => void;
}

/**
 * Search, filter, order and the open `attendee`, which are kept in the address. Changes replace the history entry, or going back
 * would take one step per typed letter.
 */
export function useAttendeeListParams(): AttendeeListState {
  const [params, setParams] = useSearchParams();
  const setList = useCallback(
    (list: AttendeeListParams) => setParams((old) => writeAttendeeListParams(old, list), { replace: true, preventScrollReset: true }),
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
    () => ({ attendeeId: params.get('attendee') ?? undefined, list: readAttendeeListParams(params), setList, setAttendee }),
    [params, setList, setAttendee],
  );
}
