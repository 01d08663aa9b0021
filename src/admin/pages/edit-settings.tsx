import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { PreviewPerson } from '#admin/forms/settings/mail-preview.tsx';
import { SettingsForm, SettingsFormSkeleton } from '#admin/forms/settings/settings-form.tsx';
import { useColleagueNote } from '#admin/live/use-colleague-note.ts';
import { type ReadForm, readFormQuery } from '#admin/reads/form-queries.ts';
import { latestAttendeesQuery } from '#admin/reads/submission-queries.ts';
import { ReadPage } from '#admin/ui/layout/page.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { topicOf } from '#contract/live.ts';
import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import { formIn, useBackToForm } from './frame/form-address.tsx';

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

/** A sample attendee with places in the first events, who is waiting for a later one. */
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

/** For previews of mails: a sample attendee, then the latest ones; in a series, those of the first event that has any. */
function usePreviewPeople(form: ReadForm): [PreviewPerson, ...PreviewPerson[]] {
  const events = form.kind === 'series' ? form.events : [];
  const event = events.find(({ submissions_count: count }) => count > 0);
  const { data: latest = [] } = useQuery({
    ...latestAttendeesQuery(
      form.kind === 'series' ? { kind: 'series', id: form.id, eventId: event?.id ?? '' } : { kind: 'marketing', id: form.id },
    ),
    enabled: form.kind === 'series' ? event !== undefined : form.signups_count > 0,
  });
  const held = event === undefined ? [] : [inMail(event)];
  return [sampleOf(events), ...latest.map((attendee) => asPerson(attendee, held))];
}

const TITLES = { series: 'Edit series', marketing: 'Edit form' } as const;

/** `…/edit`: the settings of a series or marketing form. */
export function EditSettingsRoute() {
  const form = formIn(useParams());
  const read = useQuery(readFormQuery(form, 'visible'));
  const colleagueNote = useColleagueNote(topicOf(form), read.data?.version, read.error);
  return (
    <ReadPage
      back={useBackToForm(read.data?.title)}
      title={TITLES[form.kind]}
      note={<span role="status">{colleagueNote}</span>}
      read={read}
      skeleton={<SettingsFormSkeleton />}
    >
      {(data) => <Settings key={data.id} read={data} />}
    </ReadPage>
  );
}

const Settings = ({ read }: { read: ReadForm }) => <SettingsForm read={read} people={usePreviewPeople(read)} />;
