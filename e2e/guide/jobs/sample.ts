import type { Db } from '#server/db/connection.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { addAttendees, type Attendee } from '../../support/series-rows.ts';

/** The series of the pictures, the same in each of them, with the same id, since addresses show it. */
export const SERIES = { id: '01950000-0000-7000-8000-000000000001', title: 'Leadership breakfasts' };
const SERIES_PATH = `/leadership-breakfasts/events-series/${SERIES.id}`;
export const EVENT = 'Leading through change';

const SETTINGS = {
  send_notifications_slack: true,
  slack_channel_id: 'C04LEADERS',
  email_from: 'events@northfield.example',
  email_subject: 'Your sign-up',
  email_template: 'Dear %FNAME%,\n%SUCCESS%',
  email_forward: 'office@northfield.example',
  copper_tag: 'breakfasts',
};

export const person = (first_name: string, last_name: string, organisation: string, domain: string): Attendee => ({
  first_name,
  last_name,
  organisation,
  email: `${first_name}.${last_name}@${domain}.example`.toLowerCase(),
});

/** People of the pictures; everyone is invented. */
export const PEOPLE = [
  person('Priya', 'Raman', 'Oakfield College', 'oakfield'),
  person('Daniel', 'Okafor', 'Kestrel Housing', 'kestrel'),
  person('Helen', 'Armitage', 'Armitage Joinery', 'armitage'),
  person('Yusuf', 'Demir', 'Northgate Foundry', 'northgate'),
] as const;

/** The sign-ups of the pictures, an hour apart on one day. */
export const onOneDay = (people: readonly Attendee[]): Attendee[] =>
  people.map((attendee, index) => ({ submitted_at: new Date(`2026-11-13T${15 - index}:20:00Z`), ...attendee }));

/** Each series has its own version, since the server caches forms by id and version. */
let version = 0;

/** Makes the series with two events, two questions and these sign-ups for the first event. */
export async function buildBreakfasts(db: Db, people: readonly Attendee[] = []): Promise<{ path: string; eventId: string }> {
  version += 1_000;
  await buildSeries(db, { ...SETTINGS, ...SERIES, form_version: version });
  const eventId = await buildEvent(db, SERIES.id, { title: EVENT, starts_at: '2027-01-14T08:30:00Z', calendar_id: 'c_change' });
  await buildEvent(db, SERIES.id, { title: 'Coaching for results', starts_at: '2027-02-11T08:30:00Z', calendar_id: 'c_coaching' });
  await buildField(db, { form_id: SERIES.id }, { label: 'Dietary needs', position: 0 });
  await buildField(
    db,
    { form_id: SERIES.id },
    { label: 'How did you hear of us?', type: 'select', options: ['A colleague', 'Newsletter', 'Search'], position: 1 },
  );
  await addAttendees(db, SERIES.id, [eventId], onOneDay(people));
  return { path: SERIES_PATH, eventId };
}
