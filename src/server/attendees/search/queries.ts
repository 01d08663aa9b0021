import { sql } from 'kysely';
import type { SearchResult } from '#contract/attendees/search.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { folded } from '#contract/rules/search-words.ts';
import { isBlank } from '#contract/rules/text.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { containsWords, startingWith } from '#server/db/like-pattern.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { listPeople } from './people.ts';

const TITLES_MAX = 6;

type Found<Kind extends keyof SearchResult> = SearchResult[Kind] extends (infer Each)[] ? Each : never;

/** Those of `found` whose title contains the words of a text; titles that begin with it come first. */
const byTitle = (text: string) => sql`
  ${containsWords(sql`found.title`, text)}
  order by folded(found.title) like ${startingWith(folded(text))} desc, found.created_at desc limit ${TITLES_MAX}`;

const listFormsByTitle = (db: Db, kind: FormRef['kind'], text: string): Promise<Found<'series' | 'forms'>[]> =>
  rowsOf<Found<'series' | 'forms'>>(db)`
    select id, title, coalesce(kept.signups, 0) as signups_count from forms as found
    left join form_counts as kept on kept.form_id = found.id where kind = ${kind} and ${byTitle(text)}`;

async function listEventsByTitle(db: Db, text: string): Promise<Found<'events'>[]> {
  const events = await rowsOf<Omit<Found<'events'>, 'date'> & { readonly date: Date | null }>(db)`
    select found.id, found.title as event_title, starts_at as date, is_on_form as show_on_form, series.id as series_id, series.title as series_title
    from events as found join forms as series on series.id = form_id where ${byTitle(text)}`;
  return events.map(momentsAsText);
}

const PEOPLE_MAX = 3;

/** The best results of each kind; none for a blank text. */
export async function searchEverything(db: Db, typed: string): Promise<SearchResult> {
  const text = isBlank(typed) ? '' : typed.trim();
  const [series, forms, events, { next_cursor: _next, ...people }] = await Promise.all([
    listFormsByTitle(db, 'series', text),
    listFormsByTitle(db, 'marketing', text),
    listEventsByTitle(db, text),
    listPeople(db, { q: text, limit: PEOPLE_MAX }),
  ]);
  return { series, forms, events, ...people, spelled_differently: people.spelled_differently.slice(0, PEOPLE_MAX) };
}
