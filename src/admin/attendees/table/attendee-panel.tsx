import { Button, Group, Tabs } from '@mantine/core';
import type { OtherList } from '#admin/attendees/waiting/registration-columns.tsx';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import { EVERY_ATTENDEE } from '#admin/reads/submission-queries.ts';
import { RegistrationActionsProvider, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { countFree, waitingWords } from '#admin/registrations/waiting-list.ts';
import { useMay } from '#admin/session/session.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { freePlaces, offerToNext, REGISTRATIONS } from '#contract/texts/places.ts';
import { AttendeeList, type AttendeeListProps } from './attendee-list.tsx';
import classes from './attendee-panel.module.css';

/** Mantine only moves the focus there. */
const EDGES: Readonly<Record<string, keyof typeof REGISTRATIONS>> = { Home: 'confirmed', End: 'cancelled' };
const OTHER_LISTS = ['waiting', 'offered', 'cancelled'] as const satisfies readonly OtherList[];

/** The attendees of one event or marketing form; of an event that is limited, also those who wait, have an offer or cancelled. */
export function AttendeePanel({ event, ...list }: AttendeeListProps & { event?: ListedEvent }) {
  const { scope, open } = list;
  if (event !== undefined && scope.kind === 'series')
    return (
      // Even while everyone has a place, so that an open dialog stays when the first person cancels.
      <RegistrationActionsProvider scope={scope} event={event}>
        <EventLists {...list} event={event} />
      </RegistrationActionsProvider>
    );
  return <AttendeeList {...list} open={onlyList(open)} isOver={false} />;
}

/** The address may name a list that the event does not have, or no longer has. */
const onlyList = (open: AttendeeListProps['open']) =>
  open.list.registration === undefined ? open : { ...open, list: { ...open.list, registration: undefined } };

function EventLists({ event, ...list }: AttendeeListProps & { event: ListedEvent }) {
  const { registration_counts: counts } = event;
  const now = useNow();
  const isOver = endOf(event, dates.timeZone) <= now.getTime();
  const open = counts === undefined ? onlyList(list.open) : list.open;
  const { registration } = open.list;
  const shown = registration ?? 'confirmed';
  const numbers = counts && { ...counts, confirmed: event.submissions_count };
  const choose = (next: string | null) => open.setList({ ...EVERY_ATTENDEE, registration: OTHER_LISTS.find((other) => other === next) });
  return (
    <Tabs value={shown} onChange={choose}>
      {numbers && (
        <Tabs.List
          aria-label="Registrations"
          className={classes.tabs}
          data-scrolls
          onKeyDownCapture={({ key }) => {
            const edge = EDGES[key];
            if (edge !== undefined) choose(edge);
          }}
        >
          {(['confirmed', ...OTHER_LISTS] as const).map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab}>
              {`${REGISTRATIONS[name]} `}
              <span data-text="small-count">{formatCount(numbers[name])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
      {/* The first cancellation adds the tabs, and leaves the list unchanged. Mantine takes undefined for its default. */}
      <Tabs.Panel value={shown} {...(counts === undefined && { role: 'presentation', 'aria-labelledby': '' })}>
        {registration === 'waiting' && event.close_when_full ? <WaitingBar event={event} /> : null}
        <AttendeeList key={shown} {...list} open={open} isOver={isOver} {...(counts && { others: counts })} />
      </Tabs.Panel>
    </Tabs>
  );
}

function WaitingBar({ event }: { event: ListedEvent }) {
  const actions = useRegistrationActions();
  const now = useNow();
  const hasMail = useHasMail();
  const { free, next } = countFree(event);
  const words = waitingWords(event, event.waiting_list, { hasMail, now });
  const may = useMay();
  const canOffer = words === undefined && actions !== undefined && free > 0;
  return words === undefined && !canOffer ? null : (
    <Group gap="8px 16px" justify="space-between" mih="3rem" px={16} py={8} fz="sm" lh="sm" bg="var(--t-sunken)" data-edge="top">
      {words === undefined ? <strong data-text="strong">{freePlaces(free)}</strong> : <span>{words}</span>}
      {canOffer && next > 0 && may(waitingListCalls.promoteNext) ? (
        <Button
          className={classes.next}
          variant="default"
          size="xs"
          leftSection={<IconSend />}
          loading={actions.isPending}
          onClick={() => actions.offerToNext(next)}
        >
          {offerToNext(next)}
        </Button>
      ) : null}
    </Group>
  );
}
