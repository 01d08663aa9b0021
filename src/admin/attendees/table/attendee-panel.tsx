import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { OtherList } from '#admin/attendees/waiting/registration-columns.tsx';
import { EVERY_ATTENDEE } from '#admin/reads/attendee-list-params.ts';
import { useConfiguredServices } from '#admin/reads/connection-queries.ts';
import { countFree } from '#admin/registrations/event-numbers.ts';
import { RegistrationActionsProvider, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { waitingWords } from '#admin/registrations/waiting-words.ts';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import type { RegistrationCounts } from '#contract/registrations/places.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { freePlaces, offerToNext } from '#contract/texts/places.ts';
import { AttendeeList, type AttendeeListProps } from './attendee-list.tsx';
import classes from './attendee-panel.module.css';

const TABS: readonly { readonly list: OtherList | undefined; readonly label: string }[] = [
  { list: undefined, label: 'Attendees' },
  { list: 'waiting', label: 'Waiting' },
  { list: 'offered', label: 'Offered' },
  { list: 'cancelled', label: 'Cancelled' },
];

const STEPS: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % TABS.length,
  ArrowLeft: (index) => (index + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
};

interface RegistrationTabsProps {
  current: OtherList | undefined;
  confirmed: number;
  counts: RegistrationCounts;
  onChoose: (list: OtherList | undefined) => void;
  children: ReactNode;
}

/** The lists of an event's registrations as tabs; the arrow keys go from one to the next. */
function RegistrationTabs({ current, confirmed, counts, onChoose, children }: RegistrationTabsProps) {
  const id = useId();
  const tabId = (list: OtherList | undefined) => `${id}-${list ?? 'confirmed'}`;
  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = TABS[STEPS[event.key]?.(TABS.findIndex(({ list }) => list === current)) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.list);
    document.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.list))}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label="Registrations" className={classes.tabs} data-scrolls>
        {TABS.map(({ list, label }) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={tabId(list)}
            aria-selected={list === current}
            aria-controls={`${id}-panel`}
            tabIndex={list === current ? 0 : -1}
            className={classes.tab}
            onKeyDown={handleKey}
            onClick={() => onChoose(list)}
          >
            {label} <span data-text="small-count">{formatCount(list === undefined ? confirmed : counts[list])}</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(current)}>
        {children}
      </div>
    </>
  );
}

/** The attendees of one event or marketing form; of an event that is limited, also those who wait, have an offer or cancelled. */
export function AttendeePanel({ event, ...list }: AttendeeListProps & { event?: ListedEvent }) {
  const { open } = list;
  const { registration } = open.list;
  const { scope } = list;
  const counts = event?.registration_counts;
  if (event === undefined || counts === undefined || scope.kind === 'marketing') {
    // An address may name a list that the event no longer has.
    return (
      <AttendeeList {...list} open={registration === undefined ? open : { ...open, list: { ...open.list, registration: undefined } }} />
    );
  }
  return (
    <RegistrationActionsProvider scope={scope} event={event}>
      <RegistrationTabs
        current={registration}
        confirmed={event.submissions_count}
        counts={counts}
        onChoose={(next) => open.setList({ ...EVERY_ATTENDEE, registration: next })}
      >
        {registration === 'waiting' && event.close_when_full ? <WaitingBar event={event} /> : null}
        <AttendeeList key={registration ?? 'confirmed'} {...list} hasOtherLists />
      </RegistrationTabs>
    </RegistrationActionsProvider>
  );
}

function WaitingBar({ event }: { event: ListedEvent }) {
  const actions = useRegistrationActions();
  const now = useNow();
  const hasMail = useConfiguredServices()?.has('mail') !== false;
  const { waiting_list: mode } = event;
  const { free, next } = countFree(event);
  const words = mode === 'offer' || mode === 'direct' ? waitingWords(event, mode, { hasMail, now }) : undefined;
  if (words !== undefined)
    return (
      <div className={classes.bar} data-row="wrap between">
        {words}
      </div>
    );
  return actions === undefined || free === 0 ? null : (
    <div className={classes.bar} data-row="wrap between">
      <strong data-text="strong">{freePlaces(free)}</strong>
      {next > 0 ? (
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
    </div>
  );
}
