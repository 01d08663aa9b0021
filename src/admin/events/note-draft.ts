import { useState } from 'react';
import { z } from 'zod';
import { hasDraft, useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { type ChangedEvent, type Event, isUnannounced } from '#contract/events/event.ts';
import { isBlank } from '#contract/rules/text.ts';

/** The draft of a note to the people of an event; if there is one, its dialog opens immediately. */
export const noteDraftName = (about: 'cancelled' | 'reinstated' | 'changed' | 'deleted', eventId: string): string =>
  `note-${about}-${eventId}`;

/** The event with the changes that were about to be announced when the session ended. */
export const draftedAnnouncement = (event: Event): ChangedEvent | undefined =>
  isUnannounced(event) && hasDraft(noteDraftName('changed', event.id)) ? event : undefined;

/** The note of a dialog, stored under the name of its draft, which outlives the session. */
export function useNote(draftName: string) {
  const [note, setNote] = useState(useSavedDraft(draftName, z.string()) ?? '');
  useDraftSaver(draftName, () => (isBlank(note) ? undefined : note));
  return [note, setNote] as const;
}
