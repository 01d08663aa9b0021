import { isBlank } from '#contract/rules/text.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/connection.ts';
import { listPeople } from './people.ts';
import { listEventsByTitle, listFormsByTitle } from './queries.ts';

/** People of each kind beside the titles. */
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
