const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A pattern for `like` and `ilike` that matches just this text, anywhere: what people type has no wildcards. */
export const containing = (text: string): string => `%${literally(text)}%`;

/** A pattern that matches just this text, at the beginning. */
export const startingWith = (text: string): string => `${literally(text)}%`;
