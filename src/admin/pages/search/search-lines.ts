import { paths } from '#admin/paths.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Icon } from '#admin/ui/layout/icons.tsx';
import type { THEMES } from '#admin/ui/layout/themes.ts';
import type { FoundPerson, SearchResult } from '#contract/attendees/search.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { REGISTRATIONS } from '#contract/texts/places.ts';

export interface SearchLine {
  readonly key: string;
  readonly kind: 'series' | 'form' | 'event' | 'person' | 'more' | 'recent' | 'command' | 'theme';
  readonly title: string;
  /** The kind of result and where it belongs: `Event in Leadership Essentials`. */
  readonly about?: string;
  /** A count or a date as text: `On Wed 2 Dec 2026`. */
  readonly note?: string;
  readonly to: string;
  readonly icon?: Icon;
  /** Whose panel Alt+Enter opens. */
  readonly personId?: string;
  /** Run instead of opening a page. */
  readonly theme?: (typeof THEMES)[number]['value'];
}

export interface SearchGroup {
  readonly title: string;
  readonly lines: readonly SearchLine[];
}

/** The series page if the person is in no event. */
const personPath = (person: FoundPerson): string =>
  paths.attendee(person) ?? (person.series_id === null ? paths.home : paths.series.page({ id: person.series_id, title: person.title }));

/** `also signed up as Jose Alvarez, Pepe Álvarez`; empty without another name. */
export const otherNamesNote = ({ other_names: names }: Pick<FoundPerson, 'other_names'>, also: 'also' | 'Also' = 'also'): string =>
  names.length === 0 ? '' : `${also} signed up as ${names.join(', ')}`;

/** The status of an unconfirmed registration; empty for others. */
const statusWord = ({ registration }: FoundPerson): string => (registration === undefined ? '' : REGISTRATIONS[registration]);

export const personLine = (person: FoundPerson): SearchLine => ({
  key: `person-${person.submission_id}`,
  kind: 'person',
  title: fullName(person),
  about: [person.email, otherNamesNote(person), person.organisation].filter((part) => part !== '').join(' · '),
  note: [statusWord(person), counted(person.submissions_count, 'sign-up')].filter((part) => part !== '').join(' · '),
  to: personPath(person),
  personId: person.submission_id,
});

function morePeople({ people, people_count: count, has_more_people: hasMore }: SearchResult, words: string): SearchLine[] {
  const left = count - people.length;
  if (left <= 0) return [];
  const many = `${formatCount(left)}${hasMore ? '+' : ''} more ${left === 1 ? 'person' : 'people'}`;
  return [{ key: 'more-people', kind: 'more', title: many, to: paths.people(words) }];
}

/** What was found, in groups that are never empty; `spelled` is the last of all. `dayOf` puts a moment into words. */
export function foundGroups(result: SearchResult, { words, dayOf }: { readonly words: string; readonly dayOf: (iso: string) => string }) {
  const events = result.events.map((event): SearchLine => ({
    key: `event-${event.id}`,
    kind: 'event',
    title: event.event_title,
    about: `Event in ${event.series_title}`,
    note: event.date === null ? 'No date yet' : `On ${dayOf(event.date)}`,
    to: paths.series.event({ id: event.series_id, title: event.series_title }, { id: event.id, isOnForm: event.show_on_form }),
  }));
  const formLine = (
    kind: 'series' | 'form',
    about: string,
    { id, title, signups_count: count }: SearchResult['forms'][number],
  ): SearchLine => ({
    key: `${kind}-${id}`,
    kind,
    title,
    about,
    note: counted(count, 'Signup'),
    to: paths[kind === 'series' ? kind : 'marketing'].page({ id, title }),
  });
  const series = result.series.map((each) => formLine('series', 'Event series', each));
  return {
    found: [
      { title: 'People', lines: [...result.people.map(personLine), ...morePeople(result, words)] },
      { title: 'Events and series', lines: [...events, ...series] },
      { title: 'Forms', lines: result.forms.map((form) => formLine('form', 'Form', form)) },
    ],
    spelled: { title: 'Similar spellings', lines: result.spelled_differently.map(personLine) },
  };
}
