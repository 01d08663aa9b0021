import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { LiveChange, LiveTopic } from '#contract/live.ts';

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
export function raiseCounts(queryClient: QueryClient, { topic, added }: LiveChange): void {
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
