import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '#admin/api/query-client.ts';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { callState, ConfirmDialog, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates, nearTime, useNow } from '#admin/ui/format/dates.tsx';
import { QrPicture } from '#admin/ui/format/qr-code.tsx';
import { IconCircleCheck, IconDoor, IconPlus, IconUser } from '#admin/ui/layout/icons.tsx';
import { usePhone } from '#admin/ui/layout/use-phone.ts';
import { Loaded } from '#admin/ui/states/page-state.tsx';
import { doorCalls, type DoorLink, type DoorLinks, LABEL_MAX_LENGTH } from '#contract/door.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { qrCodeOf } from '#contract/qr-code.ts';
import { DOOR_LINKS } from '#contract/texts/attendance.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { DAY_MS } from '#contract/time.ts';

const linksQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: queryKeys.doorLinks(seriesId, eventId),
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    queryFn: ({ signal }) => call(doorCalls.listDoorLinks, { params: { id: seriesId, eventId }, signal }),
    staleTime: 0,
  });

/** The hosts of a trial, which phones cannot reach. */
const OWN_HOSTS = new Set(['localhost', '127.0.0.1']);
/** How long ended links are listed. */
const ENDED_FOR_MS = 7 * DAY_MS;

interface MadeLink {
  readonly id: string;
  readonly label: string;
  readonly url: string;
}

/** The links with which people without an account check attendees in at an event; a new one is shown until the dialog closes. */
export function DoorLinksDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const navigate = useNavigate();
  // Otherwise Back, a reload or the next sign-in would open the dialog again.
  useEffect(() => {
    if (location.search === '?doors') void navigate({ hash: location.hash }, { replace: true, preventScrollReset: true });
  }, [navigate]);
  const params = { id: seriesId, eventId: event.id };
  const read = useQuery(linksQuery(seriesId, event.id));
  const { data } = read;
  const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeys.doorLinks(seriesId, event.id) });
  const [made, setMade] = useState<MadeLink>();
  const madeLink = data?.links.find(({ id }) => id === made?.id);
  const ending = useDialogWith<DoorLink>();
  const end = useMutation({
    mutationFn: ({ id: linkId }: DoorLink) => call(doorCalls.endDoorLink, { params: { ...params, linkId } }),
    onSuccess: ending.close,
    onSettled: readAgain,
  });
  return (
    <Dialog isTall title={DOOR_LINKS}>
      <Stack gap={16} pb={24}>
        <p data-text="note">{`Anyone with a link can check people in at ‘${event.event_title}’ without an account. They see names and organisations, but no email addresses.`}</p>
        {made === undefined || madeLink?.ended_at ? null : <NewLink key={made.id} made={made} end={madeLink?.ends_at} />}
        <LinkList read={read} onEnd={ending.open} />
        {data === undefined ? null : (
          <CreateLink
            params={params}
            ends={data.ends}
            onCreated={(link) => {
              setMade(link);
              void readAgain();
            }}
          />
        )}
      </Stack>
      <DialogFoot stay="Close" />
      {ending.show((link) => (
        <ConfirmDialog
          {...callState(end)}
          title={`End ‘${link.label}’?`}
          about={link.phones === 0 ? 'Nobody has opened it.' : `It closes straight away on ${counted(link.phones, 'phone')}.`}
          go="End link"
          onGo={() => end.mutate(link)}
        />
      ))}
    </Dialog>
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const endedAt = ({ ended_at: ended, ends_at: ends }: Pick<DoorLink, 'ended_at' | 'ends_at'>): number => Date.parse(ended ?? ends);

const hasEnded = (link: Pick<DoorLink, 'ended_at' | 'ends_at'>, now: Date): boolean =>
  link.ended_at !== null || endedAt(link) <= now.getTime();

function LinkList({ read, onEnd }: { read: UseQueryResult<DoorLinks>; onEnd: (link: DoorLink) => void }) {
  const now = useNow();
  return (
    <Loaded read={read} skeleton={<Skeleton h={56} />}>
      {({ links }) => {
        const shown = links.filter((link) => now.getTime() - endedAt(link) < ENDED_FOR_MS);
        return shown.length === 0 ? null : (
          <ul data-ruled data-box="card" aria-label={DOOR_LINKS}>
            {shown.map((link) => (
              <LinkRow key={link.id} link={link} now={now} onEnd={() => onEnd(link)} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** The form is below a list that may be long, and the new link above it. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function NewLink({ made: { label, url }, end }: { made: MadeLink; end: string | undefined }) {
  const [now, isPhone] = [useNow(), usePhone()];
  return (
    <Alert color="green" ref={intoView}>
      <Group gap="md" wrap={isPhone ? 'wrap' : 'nowrap'}>
        <QrPicture code={qrCodeOf(url)} label={`QR code for the link ‘${label}’`} />
        <Stack gap={8}>
          <p data-text="heading" data-row>
            <IconCircleCheck data-text="good" aria-hidden="true" />
            {` The link ‘${label}’ is ready`}
          </p>
          <p>Scan this with the phone at the door, or send the link. You won't see it again.</p>
          <Text component="p" p={8} bg="var(--t-surface)" ff="monospace" fz="xs" data-box="strong" data-breaks dir="ltr">
            {url}
          </Text>
          {OWN_HOSTS.has(new URL(url).hostname) ? (
            <p>This address works on this computer only. The README says how to try the door on a phone.</p>
          ) : null}
          <Group gap="sm">
            <CopyButton what="link" label="Copy link" text={url} />
            {end === undefined ? null : <span data-text="hint">{`Ends ${nearTime(end, now)}`}</span>}
          </Group>
        </Stack>
      </Group>
    </Alert>
  );
}

function factsOf({ phones, checked_in: people, last_used_at: used, ...link }: DoorLink, now: Date): string {
  const facts = [
    counted(phones, 'phone'),
    `${formatCount(people)} checked in`,
    ...(used === null ? [] : [`last used ${dates.isSameDay(used, now.toISOString()) ? dates.time(used) : dates.dayAndTime(used)}`]),
    hasEnded(link, now) ? `ended ${dates.dayAndTime(link.ended_at ?? link.ends_at)}` : `ends ${nearTime(link.ends_at, now)}`,
    ...(link.ended_by === null ? [] : [`by ${link.ended_by}`]),
  ];
  return facts.join(', ');
}

function LinkRow({ link, now, onEnd }: { link: DoorLink; now: Date; onEnd: () => void }) {
  const Icon = link.is_own ? IconUser : IconDoor;
  return (
    <Group component="li" px="md" py={8} gap="md" wrap="nowrap">
      <Icon data-fixed data-text="quiet" {...(link.is_own ? { role: 'img', 'aria-label': 'Personal link' } : { 'aria-hidden': true })} />
      <div data-grows data-text={hasEnded(link, now) ? 'quiet' : undefined}>
        <span data-text="strong" dir="auto">
          {link.label}
        </span>{' '}
        {link.is_mine ? <Badge>You</Badge> : null}
        <Text fz="xs" data-text="quiet">
          {factsOf(link, now)}
        </Text>
      </div>
      {hasEnded(link, now) ? null : (
        <Button variant="default" size="xs" flex="none" aria-label={`End ‘${link.label}’`} onClick={onEnd}>
          End
        </Button>
      )}
    </Group>
  );
}

interface CreateLinkProps {
  params: { readonly id: string; readonly eventId: string };
  ends: readonly string[];
  onCreated: (made: MadeLink) => void;
}

function CreateLink({ params, ends, onCreated }: CreateLinkProps) {
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState('0');
  const [mayAdd, setMayAdd] = useState(true);
  const now = useNow();
  const make = useMutation({
    mutationFn: () =>
      call(doorCalls.addDoorLink, { params, body: { label, ends_at: chosen === '0' ? null : ends[Number(chosen)], may_add: mayAdd } }),
    onSuccess: ({ id, url }) => {
      onCreated({ id, label: label.trim(), url });
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
      <Group gap="sm" align="flex-end">
        <TextInput
          flex={1}
          miw="12rem"
          label="New link"
          placeholder="Name, such as Cloakroom"
          maxLength={LABEL_MAX_LENGTH}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NativeSelect
          label="Ends"
          data={ends.map((end, index) => ({ value: String(index), label: upperFirst(nearTime(end, now)) }))}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button type="submit" variant="default" leftSection={<IconPlus />} loading={make.isPending} disabled={label.trim() === ''}>
          Create link
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
