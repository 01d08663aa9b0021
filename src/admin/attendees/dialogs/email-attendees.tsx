import { Anchor, Box, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';
import type { AttendeePages } from '#admin/reads/attendee-rows.ts';
import { type AttendeeListParams, attendeePagesQuery, listQuery, readAll } from '#admin/reads/submission-queries.ts';
import type { ToolPart } from '#admin/ui/actions/use-actions.tsx';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { useStartOfToday } from '#admin/ui/format/dates.tsx';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { showError, showFailure } from '#admin/ui/states/show-alert.tsx';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { counted } from '#contract/texts/counts.ts';
import { batchName, distinctAddresses, mailBatches, mailLink, oneLink } from './mail-links.ts';

/** The addresses of lists up to this size may fit one link. */
const LINKED_ATTENDEES_MAX = 100;

/** A link even before the addresses are read: a button that turned into one would lose the press and the focus. */
const EMPTY_LINK = 'mailto:';

/** The link for a list that was read as far as the card counts; undefined if it would be too long. */
function linkToAll(read: AttendeePages | undefined, count: number): string | undefined {
  const typed = read?.pages.flatMap((page) => page.submissions.map(({ email }) => email)) ?? [];
  return typed.length < count ? undefined : oneLink(typed);
}

/** A dialog if there are too many for a link. A press reads the current addresses; a small list is read as soon as the link has the focus or the pointer. */
export function useEmailAttendees(
  { scope, list, matches }: { scope: AttendeeScope; list: AttendeeListParams; matches: number },
  title: string,
): ToolPart {
  const todayFrom = useStartOfToday();
  const [isReached, setReached] = useState(false);
  const isSmall = matches > 0 && matches <= LINKED_ATTENDEES_MAX;
  const { data, isPlaceholderData } = useInfiniteQuery({ ...attendeePagesQuery(scope, list, todayFrom), enabled: isSmall && isReached });
  const { open, show } = useDialogWith<readonly string[]>();

  const reading = useMutation({
    mutationFn: () => readAll(scope, listQuery(list, todayFrom), ({ email }) => email),
    onSuccess: (typed) => {
      const link = oneLink(typed);
      if (link === undefined) open(typed);
      else window.location.assign(link);
    },
    onError: (error) => showError('The addresses could not be loaded.', error),
  });

  const href = isPlaceholderData ? undefined : linkToAll(data, matches);
  const start = () => (matches === 0 ? showFailure({ title: 'Nobody to email yet' }) : reading.mutate());
  const link = href ?? (isSmall ? EMPTY_LINK : undefined);
  return {
    isPending: reading.isPending,
    onReach: () => setReached(true),
    ...(link === undefined ? {} : { href: link }),
    onClick: start,
    ownDialog: show((typed) => <EmailAttendeesDialog title={title} addresses={distinctAddresses(typed)} people={typed.length} />),
  };
}

/** For more addresses than fit a mail link: copies them all, or opens links in batches (D43). */
export function EmailAttendeesDialog({ title, addresses, people }: { title: string; addresses: readonly string[]; people: number }) {
  const shared = people === addresses.length ? '' : `${counted(people, 'person', 'people')}, `;
  const count = shared + counted(addresses.length, 'address', 'addresses');
  return (
    <Dialog size="lg" title={title}>
      <Text mb="md" data-text="note">
        {`${count}: too many for one email link. Copy them all, or open them in batches.`}
      </Text>
      <AllAddresses addresses={addresses} />
      <Text component="h3" mt="lg" mb="sm" data-text="heading">
        In batches
      </Text>
      <Batches addresses={addresses} />
    </Dialog>
  );
}

const SEPARATORS = optionsOf({ ', ': 'Commas', '; ': 'Semicolons, for Outlook' });

const chosenSeparator = stored('turnout:address-separator', z.enum([', ', '; ']), 'local');

function AllAddresses({ addresses }: { addresses: readonly string[] }) {
  const [separator, setSeparator] = useState(() => chosenSeparator.read() ?? ', ');
  const text = addresses.join(separator);
  const choose = (value: typeof separator) => {
    chosenSeparator.write(value);
    setSeparator(value);
  };
  return (
    <>
      <Choice label="Separated by" isInLine data={SEPARATORS} value={separator} onChange={choose} />
      <Textarea label="Addresses (paste into Bcc)" value={text} readOnly rows={4} dir="ltr" />
      <CopyButton what="addresses" text={text} label="Copy addresses" variant="default" mt={8} />
    </>
  );
}

function Batches({ addresses }: { addresses: readonly string[] }) {
  const batches = mailBatches(addresses);
  return (
    <Box component="ol" mah="14rem" style={{ overflowY: 'auto' }}>
      {batches.map((batch, index) => {
        const start = batches.slice(0, index).flat().length;
        return (
          <li key={start}>
            <Anchor display="inline-flex" mih="2rem" data-row="inline" href={mailLink(batch)}>
              <IconMail aria-hidden="true" />
              {batchName(start, batch)}
            </Anchor>
          </li>
        );
      })}
    </Box>
  );
}
