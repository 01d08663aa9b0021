import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

/** What staff add to a mail. */
export const note = text(NOTE_MAX_LENGTH).nullable().default(null);
