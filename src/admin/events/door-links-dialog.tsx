import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { followsOf } from '#admin/reads/follows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { CancelButton, callState, ConfirmDialog, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { useDates, useNow } from '#admin/ui/format/dates-context.tsx';
import { QrPicture, qrCodeOf } from '#admin/ui/format/qr-code.tsx';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import { doorCalls, type DoorLink } from '#contract/door.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { DOOR_LINKS } from '#contract/texts/attendance.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { loadFailed } from '#contract/texts/staff.ts';
import { DAY_MS } from '#contract/time.ts';

const linksQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.doorLinks(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    queryFn: ({ signal }) => call(doorCalls.listDoorLinks, { params: { id: seriesId, eventId }, signal }),
    staleTime: 0,
  });

const NAME_MAX_LENGTH = 80;
/** How long after the event a link may end. */
const ENDS = [
  { value: '0', label: 'Some hours after the event' },
  { value: '1', label: '1 day after the event' },
  { value: '3', label: '3 days after the event' },
  { value: '7', label: '7 days after the event' },
];
/** Ended links are listed this long. */
const ENDED_FOR_MS = 7 * DAY_MS;

interface MadeLink {
  readonly label: string;
  readonly url: string;
}

/** The links by which people without an account check in at an event; one that was just made is shown until the dialog closes. */
export function DoorLinksDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const params = { id: seriesId, eventId: event.id };
  const { data, error } = useQuery(linksQuery(seriesId, event.id));
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeys.doorLinks(seriesId, event.id) });
  const [made, setMade] = useState<MadeLink>();
  const ending = useDialogWith<DoorLink>();
  const end = useMutation({
    mutationFn: ({ id: linkId }: DoorLink) => call(doorCalls.endDoorLink, { params: { ...params, linkId } }),
    onSuccess: ending.close,
    onSettled: readAgain,
  });
  const now = useNow().getTime();
  const links = data?.links.filter((link) => now - endedAt(link) < ENDED_FOR_MS) ?? [];
  return (
    <Dialog isTall title={DOOR_LINKS}>
      <p data-text="note">
        Anyone with a link can check people in at ‘{event.event_title}’ without an account. They see names and organisations, but no email
        addresses.
      </p>
      {made === undefined ? null : <NewLink made={made} />}
      {data === undefined && error === null ? <Skeleton h={56} my={16} /> : null}
      {data === undefined && error !== null ? <Failure>{loadFailed(messageOf(error))}</Failure> : null}
      <ul data-ruled aria-label={DOOR_LINKS}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} isOver={link.ended_at !== null || endedAt(link) <= now} onEnd={() => ending.open(link)} />
        ))}
      </ul>
      <MakeLink
        params={params}
        event={event}
        onMade={(link) => {
          setMade(link);
          void readAgain();
        }}
      />
      <DialogFoot>
        <CancelButton>Close</CancelButton>
      </DialogFoot>
      {ending.show((link) => (
        <ConfirmDialog
          {...callState(end)}
          title={`End ‘${link.label}’?`}
          about={link.phones === 0 ? 'It opens the door no more.' : `Its ${counted(link.phones, 'phone')} close at once.`}
          go="End link"
          onGo={() => end.mutate(link)}
        />
      ))}
    </Dialog>
  );
}

const endedAt = ({ ended_at: ended, ends_at: ends }: DoorLink): number => Date.parse(ended ?? ends);

function NewLink({ made: { label, url } }: { made: MadeLink }) {
  return (
    <Alert color="green" my={16} title={`The link ‘${label}’ is ready`}>
      <Group gap="md" wrap="nowrap" align="flex-start" data-phone="stacked">
        <QrPicture code={qrCodeOf(url)} label={`QR code of the link ‘${label}’`} />
        <div>
          <p>Scan this with the phone at the door, or send the link. You won’t see it again.</p>
          <Text component="p" my={8} ff="monospace" fz="xs" data-breaks dir="ltr">
            {url}
          </Text>
          <CopyButton what="link" label="Copy link" text={url} />
        </div>
      </Group>
    </Alert>
  );
}

function LinkRow({ link, isOver, onEnd }: { link: DoorLink; isOver: boolean; onEnd: () => void }) {
  const dates = useDates();
  const facts = [
    counted(link.phones, 'phone'),
    `${formatCount(link.checked_in)} checked in`,
    ...(link.last_used_at === null ? [] : [`last used ${dates.dayAndTime(link.last_used_at)}`]),
    isOver ? `ended ${dates.dayAndTime(link.ended_at ?? link.ends_at)}` : `ends ${dates.dayAndTime(link.ends_at)}`,
    ...(link.ended_by === null ? [] : [`by ${link.ended_by}`]),
  ];
  return (
    <Group component="li" py={8} gap="sm" wrap="nowrap" justify="space-between">
      <div data-text={isOver ? 'quiet' : undefined}>
        <span data-text="strong" dir="auto">
          {link.label}
        </span>{' '}
        {link.is_own ? <Badge>Own link</Badge> : null}
        <Text fz="xs" data-text="quiet">
          {facts.join(', ')}
        </Text>
      </div>
      {isOver ? null : (
        <Button variant="default" size="xs" aria-label={`End ‘${link.label}’`} onClick={onEnd}>
          End
        </Button>
      )}
    </Group>
  );
}

interface MakeLinkProps {
  params: { readonly id: string; readonly eventId: string };
  event: ListedEvent;
  onMade: (made: MadeLink) => void;
}

function MakeLink({ params, event, onMade }: MakeLinkProps) {
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('0');
  const [mayAdd, setMayAdd] = useState(true);
  const { timeZone } = useDates();
  const make = useMutation({
    mutationFn: () => {
      const over = Math.max(endOf(event, timeZone), Date.now());
      const ends = days === '0' ? null : new Date((Number.isFinite(over) ? over : Date.now()) + Number(days) * DAY_MS).toISOString();
      return call(doorCalls.addDoorLink, { params, body: { label, ends_at: ends, may_add: mayAdd } });
    },
    onSuccess: ({ url }) => {
      onMade({ label: label.trim(), url });
      setLabel('');
    },
  });
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        make.mutate();
      }}
    >
      <Group mt={16} gap="sm" align="flex-end">
        <TextInput
          label="New link"
          placeholder="Name, such as Cloakroom"
          maxLength={NAME_MAX_LENGTH}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NativeSelect label="Ends" data={ENDS} value={days} onChange={({ currentTarget }) => setDays(currentTarget.value)} />
        <Button type="submit" variant="default" leftSection={<IconPlus />} loading={make.isPending} disabled={label.trim() === ''}>
          Make link
        </Button>
      </Group>
      <Checkbox
        mt={12}
        label="May add walk-ins and let people in"
        checked={mayAdd}
        onChange={({ currentTarget }) => setMayAdd(currentTarget.checked)}
      />
      <Failure>{callState(make).failure}</Failure>
    </form>
  );
}
