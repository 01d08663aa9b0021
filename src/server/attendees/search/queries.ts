import { type Expression, sql } from 'kysely';
import type { SearchResult } from '#contract/attendees/search.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { folded } from '#contract/rules/search-words.ts';
import { isBlank } from '#contract/rules/text.ts';
import type { Db } from '#server/db/connection.ts';
import { containsWords, startingWith } from '#server/db/like-pattern.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { listPeople } from './people.ts';

const TITLES_MAX = 6;

type Found<Kind extends keyof SearchResult> = SearchResult[Kind] extends (infer Each)[] ? Each : never;

const hasWords = (title: Expression<string>, text: string) => containsWords(sql`${title}`, text);

/** Titles that begin with the text come first. */
const beginsWith = (title: Expression<string>, text: string) => sql<boolean>`folded(${title}) like ${startingWith(folded(text))}`;

const listFormsByTitle = (db: Db, kind: FormRef['kind'], text: string): Promise<Found<'series' | 'forms'>[]> =>
  db
    .selectFrom('forms')
    .leftJoin('form_counts as kept', 'kept.form_id', 'forms.id')
    .select((eb) => ['id', 'title', eb.fn.coalesce('kept.signups', eb.lit(0)).as('signups_count')])
    .where('kind', '=', kind)
    .where((eb) => hasWords(eb.ref('title'), text))
    .orderBy((eb) => beginsWith(eb.ref('title'), text), 'desc')
    .orderBy('created_at', 'desc')
    .limit(TITLES_MAX)
    .execute();

async function listEventsByTitle(db: Db, text: string): Promise<Found<'events'>[]> {
  const events = await db
    .selectFrom('events')
    .innerJoin('forms as series', 'series.id', 'events.form_id')
    .select([
      'events.id',
      'events.title as event_title',
      'events.starts_at as date',
      'events.is_on_form as show_on_form',
      'series.id as series_id',
      'series.title as series_title',
    ])
    .where((eb) => hasWords(eb.ref('events.title'), text))
    .orderBy((eb) => beginsWith(eb.ref('events.title'), text), 'desc')
    .orderBy('events.created_at', 'desc')
    .limit(TITLES_MAX)
    .execute();
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
