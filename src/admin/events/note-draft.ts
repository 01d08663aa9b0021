import { hasDraft } from '#admin/records/drafts.ts';
import type { Event, PendingChange } from '#contract/events/event.ts';

/** The draft of a note to the people of an event; its dialog is opened immediately when there is one. */
export const noteDraftName = (about: 'cancelled' | 'reinstated' | 'changed', eventId: string): string => `note-${about}-${eventId}`;

/** An event with changes that have not been announced. */
export type ChangedEvent = Event & { readonly _unannounced: PendingChange };

/** The event with its changes that were about to be announced when the session ended. */
export const draftedAnnouncement = (event: Event): ChangedEvent | undefined =>
  event._unannounced && hasDraft(noteDraftName('changed', event.id)) ? { ...event, _unannounced: event._unannounced } : undefined;
