import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeListState, useAttendeeListParams } from '#admin/attendees/use-attendee-list-params.ts';
import { type AttendeeListParams, EVERY_ATTENDEE, writeAttendeeListParams } from '#admin/reads/attendee-list-params.ts';

/** The open event of the series page with its attendee list, and how to change them. */
export interface EventParams extends AttendeeListState {
  readonly eventId: string | undefined;
  readonly toggle: (eventId: string) => void;
  /** Opens an event with this list of its attendees. */
  readonly showList: (eventId: string, list: AttendeeListParams) => void;
}

/** Keeps the open event and its list parameters in the address. Opening an event adds a history entry. */
export function useEventParams(): EventParams {
  const [params, setParams] = useSearchParams();
  const list = useAttendeeListParams();

  const toggle = useCallback(
    (eventId: string) =>
      setParams(
        (old) => {
          const bare = writeAttendeeListParams(old, EVERY_ATTENDEE);
          bare.delete('attendee');
          if (old.get('event') === eventId) bare.delete('event');
          else bare.set('event', eventId);
          return bare;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  const showList = useCallback(
    (eventId: string, shown: AttendeeListParams) =>
      setParams(
        (old) => {
          const next = writeAttendeeListParams(old, shown);
          next.delete('attendee');
          next.set('event', eventId);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  return useMemo(() => ({ ...list, eventId: params.get('event') ?? undefined, toggle, showList }), [list, params, toggle, showList]);
}
