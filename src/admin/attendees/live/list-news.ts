import { type AttendeePages, isLong, rowsOf } from '#admin/reads/attendee-rows.ts';
import { type AttendeeListParams, isNarrowed } from '#admin/reads/submission-queries.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { type LiveChange, topicOf } from '#contract/live.ts';
import { counted } from '#contract/texts/counts.ts';

/** The changes of a list of attendees since it was read. */
export interface ListNews {
  /** New sign-ups; in a searched, filtered or sorted list they may be anywhere, or absent. */
  readonly added: number;
  /** Whether more rows have changed than are read again automatically. */
  readonly hasChanged: boolean;
  /** Loaded attendees who left the list, with what their rows say. */
  readonly gone: ReadonlyMap<string, string>;
}

export const NO_NEWS: ListNews = { added: 0, hasChanged: false, gone: new Map() };

const SHOWN_MAX = 99;

/** The text of the button that rereads the list; undefined while there is nothing new. */
export function newsLabel({ added, hasChanged }: ListNews, list: AttendeeListParams): string | undefined {
  if (hasChanged) return 'The list has changed';
  if (added === 0) return undefined;
  if (isNarrowed(list) || list.sort !== undefined) return 'New sign-ups';
  return added > SHOWN_MAX ? `${SHOWN_MAX}+ new sign-ups` : counted(added, 'new sign-up');
}

/** Shown in the row of an attendee who left the list: deleted, or perhaps only in another list of the event. */
export function goneText(by: string | null, hasOtherLists: boolean): string {
  if (hasOtherLists) return 'No longer in this list';
  return by === null ? 'Deleted' : `Deleted by ${by}`;
}

export interface ShownList {
  readonly scope: AttendeeScope;
  /** Whether people may come to it from other lists of the event, and leave it for them. */
  readonly hasOtherLists: boolean;
}

/** Its loaded part; `self` is the address of the viewer, whose own changes are not news. */
interface LoadedList extends ShownList {
  readonly data: AttendeePages;
  readonly self: string | undefined;
}

/** Confirmed attendees stay in their places until the list is read again; on a waiting list, one who leaves moves all others. */
type ListOrder = 'confirmed' | 'positions';

const withActor = (changes: readonly LiveChange[]): (readonly [id: string, by: string | null])[] =>
  changes.flatMap(({ ids, by }) => (ids ?? []).map((id) => [id, by] as const));

const ownTopic = (scope: AttendeeScope): string => (scope.kind === 'marketing' ? topicOf(scope) : `event/${scope.eventId}`);

/** Whether a change may move people with positions: a person who joins is not named, and `attention` is notified of every step of the server. */
function touchesPositions({ topic, ids }: LiveChange, scope: AttendeeScope, loaded: ReadonlySet<string>): boolean {
  if (topic === ownTopic(scope)) return true;
  if (topic === 'attention') return ids === null;
  return topic === topicOf(scope) && (ids === null || ids.some((id) => loaded.has(id)));
}

export function planOf(changes: readonly LiveChange[], list: LoadedList, order: ListOrder) {
  const { scope, data, self } = list;
  const loaded = new Set(rowsOf(data).map(({ id }) => id));
  const own = ownTopic(scope);
  if (order === 'positions') {
    const touching = changes.filter((change) => touchesPositions(change, scope, loaded));
    const hasChanged = isLong(data) && touching.some(({ by }) => by !== self);
    const shouldRefetch = !isLong(data) && touching.length > 0;
    return { stale: new Map<string, string | null>(), isRush: false, shouldRefetch, added: 0, hasChanged };
  }
  const isRush = changes.some(({ topic, ids }) => ids === null && [own, topicOf(scope), 'attention'].includes(topic));
  const byOthers = changes.filter(({ topic, by }) => topic === own && by !== self);
  const added = byOthers.reduce((sum, change) => sum + change.added, 0);
  return {
    stale: new Map([
      ...(isRush && !isLong(data) ? [...loaded].map((id) => [id, null] as const) : []),
      ...withActor(changes).filter(([id]) => loaded.has(id)),
      // They may have got a place; reading them shows it.
      ...(list.hasOtherLists ? withActor(byOthers) : []),
    ]),
    isRush,
    // An empty list has no rows that could move.
    shouldRefetch: added > 0 && data.pages[0]?.submissions_count === 0,
    added,
    hasChanged: isRush && isLong(data),
  };
}
