/**
 * The most characters of a note that staff add to a mail. In a file of its own, because the first script uses it and must not load the
 * schemas.
 */
export const NOTE_MAX_LENGTH = 1_000;
