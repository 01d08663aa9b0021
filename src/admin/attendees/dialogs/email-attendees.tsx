import { Anchor, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { type AttendeeListParams, listQuery } from '#admin/reads/attendee-list-params.ts';
import type { AttendeePages } from '#admin/reads/attendee-rows.ts';
import { attendeePagesQuery, readAll } from '#admin/reads/submission-queries.ts';
import type { ToolPart } from '#admin/ui/actions/use-actions.tsx';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import classes from './email-attendees-dialog.module.css';
import { distinctAddresses, mailBatches, mailLink, oneLink } from './mail-links.ts';

/** The addresses of lists up to this size may fit one link. */
const LINKED_ATTENDEES_MAX = 100;

/** The link until the addresses are read: a button that turned into one would lose the press and the focus. */
const EMPTY_LINK = 'mailto:';

/** The link for a list that has been read to its end; undefined if it would be too long. */
const linkToAll = (read: AttendeePages | undefined): string | undefined =>
  read?.pages.at(-1)?.next_cursor === null ? oneLink(read.pages.flatMap((page) => page.submissions.map(({ email }) => email))) : undefined;

/**
 * Emails all attendees of a list, by a dialog with this title if they are too many for a link. The first page of a small list is read when
 * the pointer or the focus reaches the link (its table shows the same page), so that there is a real link to follow or copy.
 */
export function useEmailAttendees(
  { scope, list, matches }: { scope: AttendeeScope; list: AttendeeListParams; matches: number },
  title: string,
): ToolPart {
  const todayFrom = startOfToday(useNow());
  const [isReached, setReached] = useState(false);
  const isSmall = matches > 0 && matches <= LINKED_ATTENDEES_MAX;
  const { data, isPlaceholderData } = useInfiniteQuery({
    ...attendeePagesQuery(scope, list, todayFrom),
    enabled: isSmall && isReached,
  });
  const { open, show } = useDialogWith<readonly string[]>();

  const reading = useMutation({
    mutationFn: () => readAll(scope, listQuery(list, todayFrom), ({ email }) => email),
    onSuccess: (typed) => {
      const link = oneLink(typed);
      if (link === undefined) open(distinctAddresses(typed));
      else window.location.assign(link);
    },
    onError: (error) => showFailure({ title: 'The addresses could not be read.', text: messageOf(error) }),
  });

  const href = isPlaceholderData ? undefined : linkToAll(data);
  // Reads the addresses, then opens the mail program, or the dialog if there are too many for one link.
  const start = () => (matches === 0 ? showFailure({ title: 'Nobody to email yet' }) : reading.mutate());
  const link = href ?? (isSmall ? EMPTY_LINK : undefined);
  return {
    isPending: reading.isPending,
    onReach: () => setReached(true),
    ...(link === undefined ? {} : { href: link }),
    ...(href === undefined ? { onClick: start } : {}),
    ownDialog: show((addresses) => <EmailAttendeesDialog title={title} addresses={addresses} />),
  };
}

interface EmailAttendeesDialogProps {
  title: string;
  /** Without repeats. */
  addresses: readonly string[];
}

/** For more addresses than fit a mail link: copies them all, or opens links in batches (D43). */
export const EmailAttendeesDialog = ({ title, addresses }: EmailAttendeesDialogProps) => (
  <Dialog size="lg" title={title}>
    <Text mb="md" data-text="note">
      {counted(addresses.length, 'address is', 'addresses are')} too many for one email link. Copy them all, or open them in batches.
    </Text>
    <Textarea label="Addresses (paste into Bcc)" value={addresses.join(', ')} readOnly rows={4} dir="ltr" />
    <CopyButton what="addresses" text={addresses.join(', ')} label="Copy addresses" variant="default" mt={8} />
    <Text component="h3" mt="lg" mb="sm" data-text="heading">
      In batches
    </Text>
    <Batches addresses={addresses} />
  </Dialog>
);

function Batches({ addresses }: { addresses: readonly string[] }) {
  const batches = mailBatches(addresses);
  return (
    <ol className={classes.batches}>
      {batches.map((batch, index) => {
        const start = batches.slice(0, index).flat().length;
        return (
          <li key={start}>
            <Anchor display="inline-flex" mih="2rem" data-row="inline" href={mailLink(batch)}>
              <IconMail aria-hidden="true" />
              Addresses {formatCount(start + 1)} to {formatCount(start + batch.length)}
            </Anchor>
          </li>
        );
      })}
    </ol>
  );
}
