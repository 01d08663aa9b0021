import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import type { LiveChange } from '#contract/live.ts';

const startsWith = (key: QueryKey, prefix: QueryKey): boolean => prefix.every((part, index) => key[index] === part);

/** Lists of attendees keep their rows in place on their own. */
const isAttendeeList = (key: QueryKey): boolean => key.includes('attendees');

const isOfEvent = ([noun, , part]: QueryKey): boolean => noun === 'event-series' && part === 'event';

/** The sign-ups of a person may be of any series and form. */
const isPerson = (key: QueryKey): boolean => startsWith(key, queryKeys.persons);

const DASHBOARD: readonly QueryKey[] = [queryKeys.seriesCards, queryKeys.formCards, queryKeys.feedbackCards, queryKeys.overview];

const READS: Readonly<Record<string, (key: QueryKey, id: string, change: LiveChange) => boolean>> = {
  dashboard: (key) => DASHBOARD.some((read) => startsWith(key, read)),
  attention: (key) => startsWith(key, queryKeys.failedSteps) || startsWith(key, queryKeys.overview),
  // Changes within one event come under the topic of that event, except for the steps of its sign-ups.
  series: (key, id, { ids }) =>
    isPerson(key) || (startsWith(key, queryKeys.series(id)) && (!isOfEvent(key) || ids === null || ids.length > 0)),
  event: (key, id) => isOfEvent(key) && key[3] === id,
  form: (key, id) => isPerson(key) || startsWith(key, queryKeys.form(id)),
  feedback: (key, id) => startsWith(key, queryKeys.feedback(id)),
};

/** Whether a cached read shows what a change is about. */
export function isAffected(key: QueryKey, change: LiveChange): boolean {
  const [kind = '', id = ''] = change.topic.split('/');
  return !isAttendeeList(key) && (READS[kind]?.(key, id, change) ?? false);
}

const COUNTS = ['signups_count', 'submissions_count', 'count'];

/** Cards of the dashboard, and the reads of one series or form; not the lists of attendees, which say how many they show. */
const hasCounts = (key: QueryKey): boolean => key[1] === 'cards' || key[2] === 'read';

/** The data with the counts of what has this id raised: a card, a series or form, or an event in its series. */
function raised(data: unknown, id: string, added: number): unknown {
  if (Array.isArray(data)) return data.map((each) => raised(each, id, added));
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]: [string, unknown]) => {
    if (name === 'events') return [name, raised(value, id, added)];
    return [name, 'id' in data && data.id === id && COUNTS.includes(name) ? Number(value) + added : value];
  });
  return Object.fromEntries(entries);
}

/** Shows new sign-ups in the cached counts immediately, until the next read replaces them. */
export function raiseCounts(queryClient: QueryClient, { topic, added }: LiveChange): void {
  const [, id = ''] = topic.split('/');
  if (added > 0)
    queryClient.setQueriesData({ predicate: ({ queryKey }) => hasCounts(queryKey) }, (data: unknown) => raised(data, id, added));
}
