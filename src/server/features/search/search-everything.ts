import { isBlank } from '#contract/rules/text.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/connection.ts';
import { presentEventHit, presentPersonHit } from './present.ts';
import { listEventHits, listPeople, listTitled } from './queries.ts';

/** The best few series, forms, events and people for what was typed; nothing for nothing. */
export async function searchEverything(db: Db, typed: string): Promise<SearchResult> {
  if (isBlank(typed)) return { series: [], forms: [], events: [], people: [] };
  const text = typed.trim();
  const [series, forms, events, people] = await Promise.all([
    listTitled(db, 'event_series', text),
    listTitled(db, 'marketing_forms', text),
    listEventHits(db, text),
    listPeople(db, text),
  ]);
  return { series, forms, events: events.map(presentEventHit), people: people.map(presentPersonHit) };
}
