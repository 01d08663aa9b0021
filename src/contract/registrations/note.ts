import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

export const note = text(NOTE_MAX_LENGTH).nullable().default(null);
