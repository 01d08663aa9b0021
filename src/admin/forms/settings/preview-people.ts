import { useQuery } from '@tanstack/react-query';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { latestAttendeesQuery } from '#admin/reads/submission-queries.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { EventInMail } from '#contract/rules/mail/event-in-mail.ts';
import type { PreviewPerson } from './mail-preview.tsx';

const SAMPLE_EVENTS = 2;

const inMail = ({ event_title: title, date, end_date: end, venue, venue_address: address, join_url: link }: ListedEvent): EventInMail => ({
  title,
  startsAt: date,
  endsAt: end,
  venue,
  venueAddress: address,
  joinUrl: link,
});

const asPerson = ({ id, first_name: first, last_name: last, email }: Submission, held: readonly EventInMail[]): PreviewPerson => ({
  id,
  name: `${first} ${last}`,
  firstName: first,
  email,
  held,
});

/** A made-up attendee with places in the first events, who waits for a later one with a waiting list. */
function sampleOf(events: readonly ListedEvent[]): PreviewPerson {
  const waitedFor = events.slice(1).find(({ close_when_full: isLimited, waiting_list: list }) => isLimited && list !== 'off');
  const held = events.filter((event) => event !== waitedFor).slice(0, SAMPLE_EVENTS);
  return {
    id: 'sample',
    name: 'Sample attendee',
    firstName: 'Alex',
    email: 'alex@example.com',
    held: held.map(inMail),
    waitedFor: waitedFor && inMail(waitedFor),
  };
}

/** For previews of mails: a made-up attendee, then the latest ones; of a series those of the first event that has any. */
export function usePreviewPeople(form: ReadForm): [PreviewPerson, ...PreviewPerson[]] {
  const events = 'events' in form ? form.events : [];
  const event = events.find(({ submissions_count: count }) => count > 0);
  const { data: latest = [] } = useQuery({
    ...latestAttendeesQuery(
      'events' in form ? { kind: 'series', id: form.id, eventId: event?.id ?? '' } : { kind: 'marketing', id: form.id },
    ),
    enabled: 'events' in form ? event !== undefined : form.signups_count > 0,
  });
  const held = event === undefined ? [] : [inMail(event)];
  return [sampleOf(events), ...latest.map((attendee) => asPerson(attendee, held))];
}
