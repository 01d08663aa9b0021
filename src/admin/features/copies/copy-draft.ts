/** The draft of a copy of this event; its dialog is opened at once when there is one. */
export const copyDraftName = (eventId: string): string => `copy-event-${eventId}`;
