/**
 * How a cell begins that a spreadsheet would run as a formula: = + - @, their full-width forms, a tab or a line break; also
 * when apostrophes stand before, so that taking one off again gives just what was there (decision 42, hardening 2).
 */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/** A cell as it is exported: with a leading apostrophe when a spreadsheet would run it. */
export const defuseCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A cell as it is imported: without the apostrophe that the export put there. */
export const restoreCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
