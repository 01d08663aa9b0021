import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeListParams, readAttendeeListParams, writeAttendeeListParams } from '#admin/reads/attendee-list-params.ts';

const IN_PLACE = { replace: true, preventScrollReset: true };

/**
 * Search, filter, order and the open `attendee`, which are kept in the address. Changes replace the history entry, or going back
 * would take one step per typed letter.
 */
export function useAttendeeListParams() {
  const [params, setParams] = useSearchParams();
  return useMemo(
    () => ({
      attendeeId: params.get('attendee') ?? undefined,
      list: readAttendeeListParams(params),
      setList: (list: AttendeeListParams) =>
        setParams((old) => {
          const next = writeAttendeeListParams(old, list);
          if (old.get('registration') !== next.get('registration')) next.delete('attendee');
          return next;
        }, IN_PLACE),
      setAttendee: (submissionId: string | undefined) =>
        setParams((old) => {
          const next = new URLSearchParams(old);
          if (submissionId === undefined) next.delete('attendee');
          else next.set('attendee', submissionId);
          return next;
        }, IN_PLACE),
    }),
    [params, setParams],
  );
}

export type AttendeeListState = ReturnType<typeof useAttendeeListParams>;
