import { type RefObject, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AttendeeListParams, readAttendeeListParams, writeAttendeeListParams } from '#admin/reads/submission-queries.ts';
import { withParam } from '#admin/ui/use-address-param.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';

const IN_PLACE = { replace: true, preventScrollReset: true };

/** Kept in the address. Changes replace the history entry, or going back would take one step per typed letter. */
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
      setAttendee: (submissionId: string | undefined) => setParams((old) => withParam(old, 'attendee', submissionId), IN_PLACE),
    }),
    [params, setParams],
  );
}

export type AttendeeListState = ReturnType<typeof useAttendeeListParams>;

export interface AttendeeListView extends AttendeeListState {
  readonly scope: AttendeeScope;
  readonly scopeTitle: string;
  readonly fields: readonly FormField[];
  readonly table: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly matches: number;
  readonly isOver?: boolean | undefined;
}
