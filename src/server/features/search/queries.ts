import { type Expression, sql } from 'kysely';
import { folded } from '#contract/rules/search-words.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/connection.ts';
import { containsWords, startingWith } from '#server/db/like-pattern.ts';

/** Titles of each kind at most. */
const TITLES_MAX = 6;

type Found<Kind extends keyof SearchResult> = SearchResult[Kind] extends (infer Each)[] ? Each : never;

const hasWords = (title: Expression<string>, text: string) => containsWords(sql`${title}`, text);

/** Titles that begin with the text come first. */
const beginsWith = (title: Expression<string>, text: string) => sql<boolean>`folded(${title}) like ${startingWith(folded(text))}`;

const listTitled = (db: Db, table: 'event_series' | 'marketing_forms', text: string) =>
  db
    .selectFrom(table)
    .where((eb) => hasWords(eb.ref('title'), text))
    .orderBy((eb) => beginsWith(eb.ref('title'), text), 'desc')
    .orderBy('created_at', 'desc')
    .limit(TITLES_MAX);

/** Series with these words in their title. */
export const listSeriesByTitle = (db: Db, text: string): Promise<Found<'series'>[]> =>
  listTitled(db, 'event_series', text)
    .leftJoin('series_counts as kept', 'kept.series_id', 'event_series.id')
    .select((eb) => ['id', 'title', eb.fn.coalesce('kept.addresses', eb.lit(0)).as('signups_count')])
    .execute();

/** Marketing forms with these words in their title. */
export const listFormsByTitle = (db: Db, text: string): Promise<Found<'forms'>[]> =>
  listTitled(db, 'marketing_forms', text)
    .leftJoin('form_counts as kept', 'kept.form_id', 'marketing_forms.id')
    .select((eb) => ['id', 'title', eb.fn.coalesce('kept.submissions', eb.lit(0)).as('signups_count')])
    .execute();

/** Events with these words in their title. */
export async function listEventsByTitle(db: Db, text: string): Promise<Found<'events'>[]> {
  const events = await db
    .selectFrom('events')
    .innerJoin('event_series as series', 'series.id', 'events.series_id')
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
  return events.map((event) => ({ ...event, date: event.date?.toISOString() ?? null }));
}
