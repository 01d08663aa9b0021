import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLive } from '#admin/live/live.ts';
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
  // What changes in one event is told by the topic of that event, except for the steps of its sign-ups.
  series: (key, id, { ids }) =>
    isPerson(key) || (startsWith(key, queryKeys.series(id)) && (!isOfEvent(key) || ids === null || ids.length > 0)),
  event: (key, id) => isOfEvent(key) && key[3] === id,
  form: (key, id) => isPerson(key) || startsWith(key, queryKeys.form(id)),
  feedback: (key, id) => startsWith(key, queryKeys.feedback(id)),
};

/** Whether a cached read shows what a change is about. */
export function isTouched(key: QueryKey, change: LiveChange): boolean {
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

/** Shows new sign-ups in the cached counts at once, until the next read replaces them. */
export function raiseCounts(queryClient: QueryClient, { topic, added }: LiveChange): void {
  const [, id = ''] = topic.split('/');
  if (added > 0)
    queryClient.setQueriesData({ predicate: ({ queryKey }) => hasCounts(queryKey) }, (data: unknown) => raised(data, id, added));
}

/** What is shown is read again at most this often; a random part keeps all screens from asking at once. */
const READ_PAUSE_MS = 10_000;
const READ_WITHIN_MS = 5_000;

const isVisible = (): boolean => document.visibilityState === 'visible';

function readAgain(query: Query): void {
  query.invalidate();
  if (isVisible()) query.onFocus();
}

/** Applies changes to the cached reads of a tab: counts at once, everything else by reading it again. */
class LiveReads {
  readonly #queryClient: QueryClient;
  readonly #self: string;
  #due: LiveChange[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;

  constructor(queryClient: QueryClient, self: string) {
    this.#queryClient = queryClient;
    this.#self = self;
  }

  apply(changes: readonly LiveChange[]): void {
    // What this person adds has been read again by the form that added it.
    for (const change of changes.filter(({ by }) => by !== this.#self)) raiseCounts(this.#queryClient, change);
    this.#due.push(...changes);
    const pauseMs = Math.max(0, this.#readAt + READ_PAUSE_MS - Date.now()) + Math.random() * READ_WITHIN_MS;
    this.#timer ??= setTimeout(() => this.#read(), pauseMs);
  }

  /** Repeats the reads that are on screen, as when the window gets the focus, but also recent ones. Failed ones are left to their Retry. */
  readAll(): void {
    for (const query of this.#queryClient.getQueryCache().findAll({ type: 'active' })) {
      // One that is under way may have begun before what was missed.
      if (query.state.fetchStatus === 'fetching') void query.promise?.then(() => readAgain(query)).catch(() => undefined);
      else if (query.state.data !== undefined) readAgain(query);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #read(): void {
    this.#timer = undefined;
    this.#readAt = Date.now();
    const due = this.#due;
    this.#due = [];
    void this.#queryClient.invalidateQueries({
      predicate: ({ queryKey }) => due.some((change) => isTouched(queryKey, change)),
      // A hidden tab reads when it is shown.
      refetchType: isVisible() ? 'active' : 'none',
    });
  }
}

/** Keeps what the screens have read current while somebody is signed in; `self` is their address. */
export function useLiveReads(self: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (self === undefined) return undefined;
    const reads = new LiveReads(queryClient, self);
    const stop = startLive({ onChanges: (changes) => reads.apply(changes), onMissed: () => reads.readAll() });
    return () => {
      stop();
      reads.stop();
    };
  }, [queryClient, self]);
}
