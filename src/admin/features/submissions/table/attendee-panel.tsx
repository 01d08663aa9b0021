import type { ListedEvent } from '#contract/event.ts';
import { EVERY_ATTENDEE } from '../attendee-list-params.ts';
import { RegistrationActsProvider } from '../registrations/registration-acts.tsx';
import { RegistrationTabs } from '../registrations/registration-tabs.tsx';
import { WaitingBar } from '../registrations/waiting-bar.tsx';
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
  if (event === undefined || counts === undefined || scope.kind === 'form') {
    // An address may name a list that the event does not have any more.
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
