import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';

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

/** Shows new sign-ups in the cached counts at once, until the next read replaces them. */
export function raiseCounts(queryClient: QueryClient, { topic, added }: LiveChange): void {
  const [, id = ''] = topic.split('/');
  if (added > 0)
    queryClient.setQueriesData({ predicate: ({ queryKey }) => hasCounts(queryKey) }, (data: unknown) => raised(data, id, added));
}
