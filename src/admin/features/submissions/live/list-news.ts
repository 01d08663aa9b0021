import type { SubmissionScope } from '#contract/form-ref.ts';
import type { LiveChange } from '#contract/live.ts';
import { counted } from '#contract/texts/counts.ts';
import { type AttendeeListParams, isNarrowed } from '../attendee-list-params.ts';

/** What has happened to a list of attendees since it was read. */
export interface ListNews {
  /** New sign-ups; in a list that is searched, filtered or sorted they may stand anywhere, or not at all. */
  readonly added: number;
  /** Whether more rows have changed than are read again by themselves. */
  readonly hasChanged: boolean;
  /** Loaded attendees who are gone, with what their rows say. */
  readonly gone: ReadonlyMap<string, string>;
}

export const NO_NEWS: ListNews = { added: 0, hasChanged: false, gone: new Map() };

const SHOWN_MAX = 99;

/** The words of the button that reads the list again; undefined while there is nothing new. */
export function newsLabel({ added, hasChanged }: ListNews, list: AttendeeListParams): string | undefined {
  if (hasChanged) return 'The list has changed';
  if (added === 0) return undefined;
  if (isNarrowed(list) || list.sort !== undefined) return 'New sign-ups';
  return added > SHOWN_MAX ? `${SHOWN_MAX}+ new sign-ups` : counted(added, 'new sign-up');
}

/** Shown in the row of an attendee who is gone: deleted, or perhaps only in another list of the event. */
export function goneText(by: string | null, hasOtherLists: boolean): string {
  if (hasOtherLists) return 'No longer in this list';
  return by === null ? 'Deleted' : `Deleted by ${by}`;
}

/** The topic of the list itself. */
export const ownTopic = (scope: SubmissionScope) => (scope.kind === 'form' ? `form/${scope.id}` : `event/${scope.eventId}`);

/** Whether a change may be one of a list of those who are not confirmed. Each step of the whole server is told to `attention`. */
export function touchesOthers({ topic, ids }: LiveChange, scope: SubmissionScope, loaded: ReadonlySet<string>): boolean {
  if (topic === ownTopic(scope)) return true;
  if (topic === 'attention') return ids === null;
  return topic === `${scope.kind}/${scope.id}` && (ids === null || ids.some((id) => loaded.has(id)));
}
