import { paths } from '#admin/paths.ts';
import type { SearchResult } from '#contract/search.ts';

/** One line of what was found. */
export interface Hit {
  readonly key: string;
  readonly kind: 'series' | 'form' | 'event' | 'person';
  readonly title: string;
  /** What it is and where it belongs: `Event in Leadership Essentials`. */
  readonly about: string;
  /** When an event is or a person signed up, as ISO 8601. */
  readonly date: string | null;
  /** The address that shows it. */
  readonly to: string;
}

type Person = SearchResult['people'][number];

function personPath(person: Person): string {
  const attendee = { search: person.email, submissionId: person.submission_id };
  if (person.form_id !== null) return paths.form.attendee({ id: person.form_id, title: person.title }, attendee);
  if (person.series_id === null) return paths.home;
  const series = { id: person.series_id, title: person.title };
  if (person.event_id === null) return paths.series.page(series);
  return paths.series.attendee(series, { id: person.event_id, isOnForm: person.event_show_on_form !== false }, attendee);
}

const personHit = (person: Person): Hit => ({
  key: `person-${person.submission_id}`,
  kind: 'person',
  title: `${person.first_name} ${person.last_name}`,
  about: [person.email, person.organisation, person.event_title ?? person.title].filter((part) => part !== '').join(' · '),
  date: person.submitted_at,
  to: personPath(person),
});

/** What was found as lines, each kind in the server's order: series, events, forms, people. */
export function hitsOf(found: SearchResult): Hit[] {
  return [
    ...found.series.map(
      (series): Hit => ({
        key: `series-${series.id}`,
        kind: 'series',
        title: series.title,
        about: 'Event series',
        date: null,
        to: paths.series.page(series),
      }),
    ),
    ...found.events.map(
      (event): Hit => ({
        key: `event-${event.id}`,
        kind: 'event',
        title: event.event_title,
        about: `Event in ${event.series_title}`,
        date: event.date,
        to: paths.series.event({ id: event.series_id, title: event.series_title }, { id: event.id, isOnForm: event.show_on_form }),
      }),
    ),
    ...found.forms.map(
      (form): Hit => ({
        key: `form-${form.id}`,
        kind: 'form',
        title: form.title,
        about: 'Form',
        date: null,
        to: paths.form.page(form),
      }),
    ),
    ...found.people.map(personHit),
  ];
}
