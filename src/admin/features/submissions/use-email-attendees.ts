import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { showFailure } from '#admin/ui/show-alert.tsx';
import { EVERY_ATTENDEE } from './attendee-list.ts';
import { distinctAddresses, oneLink } from './mail-links.ts';
import type { SubmissionOwner } from './submission-owner.ts';
import { addressesQuery, attendeePagesQuery } from './submission-queries.ts';

/** Events up to this size are read ahead when their card comes into view: their addresses may fit one link. */
const READ_AHEAD_MAX = 100;

/** What "Email All Attendees" of an event can do. */
export interface EmailAttendees {
  /** A link that writes to everybody; undefined when there is none that mail programs take, or when it is not known yet. */
  readonly href: string | undefined;
  /** Fetches the addresses: opens the mail program, or gives them to `addresses` when they are too many for one link. */
  readonly start: () => void;
  readonly isPending: boolean;
  /** The addresses to show in the dialog, each once. */
  readonly addresses: readonly string[] | undefined;
  readonly close: () => void;
}

/**
 * Writes to all attendees of an event. `todayFrom` is when the viewer's day started. The first page of a small event, which its table shows too, is read while
 * `isInView`, so that there is a real link to follow or copy.
 */
export function useEmailAttendees(
  owner: SubmissionOwner,
  submissionsCount: number,
  { isInView, todayFrom }: { isInView: boolean; todayFrom: string },
): EmailAttendees {
  const queryClient = useQueryClient();
  const isSmall = submissionsCount > 0 && submissionsCount <= READ_AHEAD_MAX;
  const firstPage = useInfiniteQuery({
    ...attendeePagesQuery(owner, EVERY_ATTENDEE, todayFrom),
    enabled: isSmall && isInView,
  });
  const [addresses, setAddresses] = useState<readonly string[]>();
  const [isPending, setPending] = useState(false);
  const known = firstPage.data?.pages.at(-1)?.next_cursor === null ? firstPage.data.pages : undefined;

  const start = async () => {
    setPending(true);
    try {
      const typed = await queryClient.query(addressesQuery(owner));
      const link = oneLink(typed);
      if (link === undefined) setAddresses(distinctAddresses(typed));
      else window.location.assign(link);
    } catch (error) {
      showFailure({ title: 'The addresses could not be read.', text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };

  return {
    href: known === undefined ? undefined : oneLink(known.flatMap((page) => page.submissions.map(({ email }) => email))),
    start: () => void start(),
    isPending,
    addresses,
    close: () => setAddresses(undefined),
  };
}
