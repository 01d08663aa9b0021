import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { type AttendeeListParams, EVERY_ATTENDEE } from '#admin/reads/attendee-list-params.ts';
import { addressesQuery, attendeePagesQuery } from '#admin/reads/submission-queries.ts';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { distinctAddresses, oneLink } from './mail-links.ts';

/** Events up to this size are prefetched when their card comes into view, because their addresses may fit one link. */
const PREFETCHED_ATTENDEES_MAX = 100;

/**
 * Emails all attendees of a list. `todayFrom` is the start of the viewer's day. While `isInView`, the first page of a small
 * event is prefetched (its table shows the same page), so that there is a real link to follow or copy.
 */
export function useEmailAttendees(
  scope: AttendeeScope,
  submissionsCount: number,
  { isInView, todayFrom, list = EVERY_ATTENDEE }: { isInView: boolean; todayFrom: string; list?: AttendeeListParams },
) {
  const queryClient = useQueryClient();
  const isSmall = submissionsCount > 0 && submissionsCount <= PREFETCHED_ATTENDEES_MAX;
  const firstPage = useInfiniteQuery({
    ...attendeePagesQuery(scope, list, todayFrom),
    enabled: isSmall && isInView,
  });
  const { open, show } = useDialogWith<readonly string[]>();
  const allPages = firstPage.data?.pages.at(-1)?.next_cursor === null ? firstPage.data.pages : undefined;

  const reading = useMutation({
    mutationFn: () => queryClient.query(addressesQuery(scope, list, todayFrom)),
    onSuccess: (typed) => {
      const link = oneLink(typed);
      if (link === undefined) open(distinctAddresses(typed));
      else window.location.assign(link);
    },
    onError: (error) => showFailure({ title: 'The addresses could not be read.', text: messageOf(error) }),
  });

  return {
    /** A mail link to all attendees; undefined if it would be too long or is not known yet. */
    href: allPages === undefined ? undefined : oneLink(allPages.flatMap((page) => page.submissions.map(({ email }) => email))),
    /** Fetches the addresses, then opens the mail program, or opens the dialog if there are too many for one link. */
    start: () => reading.mutate(),
    isPending: reading.isPending,
    show,
  };
}

export type EmailAttendees = ReturnType<typeof useEmailAttendees>;
