import { counted } from '#admin/ui/format/counts.ts';
import { type AttendeeListParams, isNarrowed } from '../attendee-list-params.ts';

/** What has happened to a list of attendees since it was read. */
export interface ListNews {
  /** New sign-ups; in a list that is searched, filtered or sorted they may stand anywhere, or not at all. */
  readonly added: number;
  /** Whether more rows have changed than are read again by themselves. */
  readonly hasChanged: boolean;
  /** Loaded attendees who are gone, with the address of who deleted them; null when that is not known. */
  readonly gone: ReadonlyMap<string, string | null>;
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

/** Shown in the row of an attendee who is gone. */
export const goneText = (by: string | null): string => (by === null ? 'Deleted' : `Deleted by ${by}`);
