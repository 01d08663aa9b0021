/** Characters of what staff add to a mail; by itself, since the first script has no other words of telling. */
export const NOTE_MAX_LENGTH = 1_000;
