import { hasDraft } from '#admin/records/drafts.ts';
import { type ChangedEvent, type Event, isUnannounced } from '#contract/events/event.ts';

/** The draft of a note to the people of an event or series; if there is one, its dialog opens immediately. */
export const noteDraftName = (about: 'cancelled' | 'reinstated' | 'changed' | 'deleted', id: string): string => `note-${about}-${id}`;

/** The event with the changes that were about to be announced when the session ended. */
export const draftedAnnouncement = (event: Event): ChangedEvent | undefined =>
  isUnannounced(event) && hasDraft(noteDraftName('changed', event.id)) ? event : undefined;
