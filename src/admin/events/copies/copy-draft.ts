/** The draft of a copy of this event, series or form; if there is one, its dialog opens immediately. */
export const copyDraftName = (sourceId: string): string => `copy-${sourceId}`;
