import { isBlank } from '#contract/rules/text.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/connection.ts';
import { listByTitle, listEventsByTitle, listPeople } from './queries.ts';

/** The best results of each kind; none for a blank text. */
export async function searchEverything(db: Db, typed: string): Promise<SearchResult> {
  if (isBlank(typed)) return { series: [], forms: [], events: [], people: [] };
  const text = typed.trim();
  const [series, forms, events, people] = await Promise.all([
    listByTitle(db, 'event_series', text),
    listByTitle(db, 'marketing_forms', text),
    listEventsByTitle(db, text),
    listPeople(db, text),
  ]);
  return { series, forms, events, people };
}
