import { Button } from '@mantine/core';
import { EVERY_ATTENDEE } from '#admin/reads/attendee-list-params.ts';
import { useConfiguredServices } from '#admin/reads/connection-queries.ts';
import { RegistrationActsProvider, useActs } from '#admin/registrations/registration-acts.tsx';
import { countFree, waitingWords } from '#admin/registrations/waiting-words.ts';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { freePlaces, offerToNext } from '#contract/texts/places.ts';
import classes from '#admin/registrations/waiting-bar.module.css';
import { RegistrationTabs } from '../waiting/registration-tabs.tsx';
import { AttendeeList, type AttendeeListProps } from './attendee-list.tsx';

interface AttendeePanelProps extends AttendeeListProps {
  event?: ListedEvent;
}

/** The attendees of one event or marketing form; of an event that is limited, also those who wait, have an offer or cancelled. */
export function AttendeePanel({ event, ...list }: AttendeePanelProps) {
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
    <RegistrationActsProvider scope={scope} event={event}>
      <RegistrationTabs
        current={registration}
        confirmed={event.submissions_count}
        counts={counts}
        onChoose={(next) => open.setList({ ...EVERY_ATTENDEE, registration: next })}
      >
        {registration === 'waiting' && event.close_when_full ? <WaitingBar event={event} /> : null}
        <AttendeeList key={registration ?? 'confirmed'} {...list} hasOtherLists />
      </RegistrationTabs>
    </RegistrationActsProvider>
  );
}

/** Above the waiting list: the places that are free, or how it continues automatically. */
function WaitingBar({ event }: { event: ListedEvent }) {
  const acts = useActs();
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
  return acts === undefined || free === 0 ? null : (
    <div className={classes.bar} data-row="wrap between">
      <strong data-variant="strong">{freePlaces(free)}</strong>
      {next > 0 ? (
        <Button
          className={classes.next}
          variant="default"
          size="xs"
          leftSection={<IconSend />}
          loading={acts.isPending}
          onClick={() => acts.offerToNext(next)}
        >
          {offerToNext(next)}
        </Button>
      ) : null}
    </div>
  );
}
