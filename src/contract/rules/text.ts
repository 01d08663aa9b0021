/** Whether PostgreSQL can store this text: it refuses NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Whether a text is empty after trimming. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** Whether a text has control characters besides tabs and line breaks, which calendar files may not have and terminals obey. */
export const hasControls = (text: string): boolean => /[^\P{Cc}\t\n\r]/u.test(text);

/** Whether a text has a line break, which would break a mail header or a one-line cell. */
export const hasLineBreak = (text: string): boolean => /[\r\n\u2028\u2029]/.test(text);

/** An optional text as it is stored: trimmed, and null when blank. */
export const trimmedOrNull = (text: string | null): string | null => (text === null || isBlank(text) ? null : text.trim());

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, between tags or in an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);
