import { paths } from '#admin/paths.ts';
import type { FormRef } from '#contract/form-ref.ts';
import type { SearchResult } from '#contract/search.ts';

export interface SearchLine {
  readonly key: string;
  readonly kind: FormRef['kind'] | 'event' | 'person';
  readonly title: string;
  /** What it is and what it belongs to: `Event in Leadership Essentials`. */
  readonly about: string;
  /** The date of an event or of a person's sign-up, as ISO 8601. */
  readonly date: string | null;
  readonly to: string;
}

type Person = SearchResult['people'][number];

/** The series page where the person is in no event. */
const personPath = (person: Person): string =>
  paths.attendee(person) ?? (person.series_id === null ? paths.home : paths.series.page({ id: person.series_id, title: person.title }));

const personLine = (person: Person): SearchLine => ({
  key: `person-${person.submission_id}`,
  kind: 'person',
  title: `${person.first_name} ${person.last_name}`,
  about: [person.email, person.organisation, person.event_title ?? person.title].filter((part) => part !== '').join(' · '),
  date: person.submitted_at,
  to: personPath(person),
});

/** The search results as lines: series, events, forms, people, each in the server's order. */
export function searchLines(result: SearchResult): SearchLine[] {
  return [
    ...result.series.map((series): SearchLine => ({
      key: `series-${series.id}`,
      kind: 'series',
      title: series.title,
      about: 'Event series',
      date: null,
      to: paths.series.page(series),
    })),
    ...result.events.map((event): SearchLine => ({
      key: `event-${event.id}`,
      kind: 'event',
      title: event.event_title,
      about: `Event in ${event.series_title}`,
      date: event.date,
      to: paths.series.event({ id: event.series_id, title: event.series_title }, { id: event.id, isOnForm: event.show_on_form }),
    })),
    ...result.forms.map((form): SearchLine => ({
      key: `form-${form.id}`,
      kind: 'form',
      title: form.title,
      about: 'Form',
      date: null,
      to: paths.form.page(form),
    })),
    ...result.people.map(personLine),
  ];
}
