const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A `like` pattern that matches this very text anywhere. */
export const containing = (text: string): string => `%${escapeWildcards(text)}%`;

/** A `like` pattern that matches this very text at the beginning. */
export const startingWith = (text: string): string => `${escapeWildcards(text)}%`;
