import { useQuery } from '@tanstack/react-query';
import { latestAttendeesQuery } from '#admin/reads/submission-queries.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
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

const sample = (held: readonly EventInMail[], waitedFor?: EventInMail): PreviewPerson => ({
  id: 'sample',
  name: 'Sample attendee',
  firstName: 'Alex',
  email: 'alex@example.com',
  held,
  waitedFor,
});

const asPerson = ({ id, first_name: first, last_name: last, email }: Submission, held: readonly EventInMail[]): PreviewPerson => ({
  id,
  name: `${first} ${last}`,
  firstName: first,
  email,
  held,
});

/** Has places in the first events, and waits for a later one with a waiting list. */
function sampleOf(events: readonly ListedEvent[]): PreviewPerson {
  const waitedFor = events.slice(1).find(({ close_when_full: isLimited, waiting_list: list }) => isLimited && list !== 'off');
  const held = events.filter((event) => event !== waitedFor).slice(0, SAMPLE_EVENTS);
  return sample(held.map(inMail), waitedFor && inMail(waitedFor));
}

/** For previews of the mails of a series: a made-up attendee, then the latest of the first event that has any. */
export function usePreviewPeople({ id, events }: Series): [PreviewPerson, ...PreviewPerson[]] {
  const event = events.find(({ submissions_count: count }) => count > 0);
  const { data: attendees = [] } = useQuery({
    ...latestAttendeesQuery({ kind: 'series', id, eventId: event?.id ?? '' }),
    enabled: event !== undefined,
  });
  const held = event === undefined ? [] : [inMail(event)];
  return [sampleOf(events), ...attendees.map((attendee) => asPerson(attendee, held))];
}

/** For previews of the mail of a marketing form: a made-up visitor, then the latest. */
export function useFormPreviewPeople(form: MarketingForm): [PreviewPerson, ...PreviewPerson[]] {
  const { data: latest = [] } = useQuery({ ...latestAttendeesQuery({ kind: 'marketing', id: form.id }), enabled: form.signups_count > 0 });
  return [sample([]), ...latest.map((submission) => asPerson(submission, []))];
}
