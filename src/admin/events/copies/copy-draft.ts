/** The draft of a copy of this event, series or form; its dialog is opened immediately when there is one. */
export const copyDraftName = (sourceId: string): string => `copy-${sourceId}`;
