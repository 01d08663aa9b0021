import { useQuery } from '@tanstack/react-query';
import type { PreviewPerson } from '#admin/features/notification-settings/mail-preview.tsx';
import { latestAttendeesQuery } from '#admin/features/submissions/submission-queries.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { Series } from '#contract/event-series.ts';
import type { ListedEvent } from '#contract/event.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { successLines } from '#contract/rules/mail-template.ts';
import type { Submission } from '#contract/submission.ts';

const SAMPLE_EVENTS = 2;

const sample = (success?: readonly string[]): PreviewPerson => ({
  id: 'sample',
  name: 'Sample attendee',
  firstName: 'Alex',
  email: 'alex@example.com',
  success,
});

const asPerson = ({ id, first_name: first, last_name: last, email }: Submission, success?: readonly string[]): PreviewPerson => ({
  id,
  name: `${first} ${last}`,
  firstName: first,
  email,
  success,
});

/** For previews of the mail of a series: a made-up attendee, then the latest of the first event that has any. */
export function usePreviewPeople(series: Series): [PreviewPerson, ...PreviewPerson[]] {
  const { timeZone } = useDates();
  const event = series.events.find(({ submissions_count: count }) => count > 0);
  const { data: attendees = [] } = useQuery({
    ...latestAttendeesQuery({ kind: 'series', id: series.id, eventId: event?.id ?? '' }),
    enabled: event !== undefined,
  });
  const lines = (events: readonly ListedEvent[]) =>
    successLines(
      series.title,
      events.map(({ event_title: title, date, end_date: end }) => ({ title, startsAt: date, endsAt: end })),
      timeZone,
    );
  const ofEvent = event === undefined ? [] : lines([event]);
  return [sample(lines(series.events.slice(0, SAMPLE_EVENTS))), ...attendees.map((attendee) => asPerson(attendee, ofEvent))];
}

/** For previews of the mail of a marketing form: a made-up visitor, then the latest. */
export function useFormPreviewPeople(form: MarketingForm): [PreviewPerson, ...PreviewPerson[]] {
  const { data: latest = [] } = useQuery({ ...latestAttendeesQuery({ kind: 'form', id: form.id }), enabled: form.signups_count > 0 });
  return [sample(), ...latest.map((submission) => asPerson(submission))];
}
