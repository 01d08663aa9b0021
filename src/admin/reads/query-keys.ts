import { partialMatchKey, type QueryKey, replaceEqualDeep } from '@tanstack/react-query';
import { queryClient } from '#admin/api/query-client.ts';
import type { AttendeeScope, FormRef } from '#contract/forms/form-ref.ts';
import type { LiveChange, LiveTopic } from '#contract/live.ts';

export const SHOWN_EVENTS = ['visible', 'disabled', 'all'] as const;
export type ShownEvents = (typeof SHOWN_EVENTS)[number];

const ROOTS = { series: 'event-series', marketing: 'marketing-forms' } as const;
const keyOf = ({ kind, id }: FormRef): string[] => [ROOTS[kind], id];
const submissionsKey = (scope: AttendeeScope): string[] => [...keyOf(scope), ...(scope.kind === 'series' ? ['event', scope.eventId] : [])];

/** Keys of the query cache. Invalidating a key also invalidates every key that begins with it. */
export const queryKeys = {
  connections: ['connections'],
  slackChannel: (channelId: string) => ['slack-channel', channelId],
  overview: ['overview'],
  duplicateLeads: ['duplicate-leads'],
  failedSteps: ['failed-steps'],
  sentMail: (stepId: string) => ['sent-mail', stepId],
  /** A series or marketing form with everything that belongs to it, its own reads, and the dashboard's cards of its kind. */
  of: keyOf,
  readsOf: (form: FormRef) => [...keyOf(form), 'read'],
  read: (form: FormRef, shown: ShownEvents) => [...keyOf(form), 'read', ...(form.kind === 'series' ? [shown] : [])],
  cardsOf: ({ kind }: FormRef) => [ROOTS[kind], 'cards'],
  seriesCards: ['event-series', 'cards'],
  series: (seriesId: string) => ['event-series', seriesId],
  /** One series with any choice of events, without its submissions and statistics. */
  seriesReads: (seriesId: string) => ['event-series', seriesId, 'read'],
  /** One event and its submissions, with any filter and order. */
  event: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId],
  /** Reads of the attendees of an event or marketing form, and their lists. */
  submissions: submissionsKey,
  history: (scope: AttendeeScope, submissionId: string) => [...submissionsKey(scope), 'history', submissionId],
  attendees: (scope: AttendeeScope) => [...submissionsKey(scope), 'attendees'],
  eventFields: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId, 'fields'],
  eventChange: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId, 'change'],
  doorLinks: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId, 'door-links'],
  eventLosses: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId, 'losses'],
  seriesDuplicates: (seriesId: string) => ['event-series', seriesId, 'duplicates'],
  seriesLosses: (seriesId: string) => ['event-series', seriesId, 'losses'],
  /** The statistics of a series or form, below its own key; a null range means the server's default. */
  statistics: (form: FormRef, range: { from: string; to: string } | null) => [...keyOf(form), 'statistics', range],
  formCards: ['marketing-forms', 'cards'],
  /** The other sites on which a form was seen, below the key of its series or form. */
  formHosts: (form: FormRef) => [...keyOf(form), 'hosts'],
  mailings: (form: FormRef) => [...keyOf(form), 'mailings'],
  setup: (form: FormRef) => [...keyOf(form), 'setup'],
  /** A submission whose steps are running; not below its series or form, whose reads follow it. */
  sending: (submissionId: string) => ['sending', submissionId],
  search: (words: string) => ['search', words],
  people: (words: string) => ['search', 'people', words],
  persons: ['person'],
  person: (personId: string) => ['person', personId],
  feedbackCards: ['website-feedback', 'cards'],
  feedback: (listId: string) => ['website-feedback', listId],
} as const;

/** Omits everything below a key. */
export const outside = (key: QueryKey) => ({ predicate: ({ queryKey }: { queryKey: QueryKey }) => !partialMatchKey(queryKey, key) });

/** Rereads what is shown for these keys; the rest is reread once it is shown. */
export const readAgain = (...keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** What makes a read out of date: changes of a topic, of any series or form, or those of a series that name sign-ups, such as when their steps run. */
type Followed = LiveTopic | 'series/*' | 'form/*' | { readonly of: `series/${string}`; readonly with: 'ids' };

/** What a read declares in addition to its key. Attendee lists follow nothing: they keep their rows in place on their own. */
interface ReadMeta extends Record<string, unknown> {
  readonly follows: readonly Followed[];
  /** The data with the counts of this id raised, until it is read again; a method, so that it may take the data of its own read. */
  raise?(data: unknown, id: string, added: number): unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta;
  }
}

/** The topics of reads about the attendees of an event or marketing form. */
export const followsOf = (scope: AttendeeScope): Followed[] =>
  scope.kind === 'series' ? [`event/${scope.eventId}`, { of: `series/${scope.id}`, with: 'ids' }] : [`form/${scope.id}`];

function isFollowed(followed: Followed, { topic, ids }: LiveChange): boolean {
  if (typeof followed !== 'string') return followed.of === topic && (ids === null || ids.length > 0);
  return followed.endsWith('/*') ? topic.startsWith(followed.slice(0, -1)) : followed === topic;
}

interface CachedRead {
  readonly meta?: ReadMeta | undefined;
  readonly options: { readonly queryFn?: unknown };
}

/** Whether a read may show what a change is about, as can data put into the cache without a read. */
export const isAffected = ({ meta, options }: CachedRead, change: LiveChange): boolean =>
  options.queryFn === undefined || meta?.follows.some((followed) => isFollowed(followed, change)) === true;

/** Shows new sign-ups in the cached counts immediately, until the next read replaces them. It does not count as a read, so times are unchanged. */
export function raiseCounts({ topic, added }: LiveChange): void {
  const [, id = ''] = topic.split('/');
  if (added === 0) return;
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data } = query.state;
    const raised = data === undefined ? data : replaceEqualDeep(data, query.meta?.raise?.(data, id, added) ?? data);
    if (raised !== data) query.setState({ data: raised });
  }
}

/** The `raise` of a read with cards that have a count. */
export const raiseCards =
  <Name extends string>(count: Name) =>
  <Card extends { readonly id: string } & Readonly<Record<Name, number>>>(cards: readonly Card[], id: string, added: number): Card[] =>
    cards.map((card) => (card.id === id ? { ...card, [count]: card[count] + added } : card));
