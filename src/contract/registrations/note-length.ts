/** The most characters of a note that staff add to a mail; a file of its own, since the first script must not load the schemas. */
export const NOTE_MAX_LENGTH = 1_000;
