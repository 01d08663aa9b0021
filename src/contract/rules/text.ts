/** Whether PostgreSQL can store this text: it refuses NUL and lone surrogates (hardening 1.5). */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Whether nothing is left after trimming; whitespace-only counts as empty (spec section 5). */
export const isBlank = (text: string): boolean => text.trim() === '';

/** Whether the text would break a mail header or a one-line cell. */
export const hasLineBreak = (text: string): boolean => /[\r\n\u2028\u2029]/.test(text);

/** A text that may be empty, as it is stored: trimmed, and null rather than blank. */
export const trimmedOrNull = (text: string | null): string | null => (text === null || isBlank(text) ? null : text.trim());
