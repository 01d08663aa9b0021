import { useSearchParams } from 'react-router';
import { useAttendeeListParams } from '#admin/attendees/list-actions.tsx';
import { type AttendeeListParams, EVERY_ATTENDEE, writeAttendeeListParams } from '#admin/reads/submission-queries.ts';
import { withParam } from '#admin/ui/use-address-param.ts';

export type EventParams = ReturnType<typeof useEventParams>;

/** The open event of the series page and its attendee list, kept in the address. Opening an event adds a history entry. */
export function useEventParams() {
  const [params, setParams] = useSearchParams();
  const setList = (shown: AttendeeListParams, eventIn: (old: URLSearchParams) => string | undefined) =>
    setParams((old) => withParam(withParam(writeAttendeeListParams(old, shown), 'attendee', undefined), 'event', eventIn(old)), {
      preventScrollReset: true,
    });
  return {
    ...useAttendeeListParams(),
    eventId: params.get('event') ?? undefined,
    toggle: (eventId: string) => setList(EVERY_ATTENDEE, (old) => (old.get('event') === eventId ? undefined : eventId)),
    showList: (eventId: string, shown: AttendeeListParams) => setList(shown, () => eventId),
  };
}
