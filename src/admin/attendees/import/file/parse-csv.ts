import Papa from 'papaparse';
import { IMPORT_ROWS_MAX } from '#contract/attendees/attendee-import.ts';
import { restoreCell } from '#contract/rules/csv-cell.ts';
import { wordSet } from '../columns/synonyms.ts';
import { fileRefused, type InvalidFileError } from './invalid-file.ts';

export const SEPARATORS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/** A row of a file, or a line above its table. */
export interface FileRecord {
  readonly line: number;
  /** Trimmed, and without the prefix that the export puts before formulas. */
  readonly cells: readonly string[];
  /** By hand or by a filter, in an Excel file. */
  readonly isHidden?: boolean;
  /** For people who share a row, except the first: the columns that apply to all of them, with the consent of the first. */
  readonly shared?: readonly number[];
}

export interface Table {
  readonly header: readonly string[];
  readonly records: readonly FileRecord[];
}

/** The records that reveal the separator: a table may begin below a few lines of text. */
const FIRST = 30;

/** The rows and any lines above them; one more shows that there are too many. */
const RECORDS_MAX = IMPORT_ROWS_MAX + FIRST;

/** Whether a column of this name would be recognised; `email`, if it is one of addresses. */
export type IsKnown = (header: string) => boolean | 'email';

export const countKnown = (cells: readonly string[], isKnown: IsKnown): number => cells.filter((cell) => isKnown(cell) !== false).length;

const HEADER_LENGTH_MAX = 100_000;

/** Programs that end lines with a lone carriage return may still put line feeds into quoted cells, so the first end of a line decides. */
const lineBreakOf = (text: string): '\n' | '\r' =>
  /\r\n|\r|\n/.exec(text.slice(0, HEADER_LENGTH_MAX).replaceAll(/"[^"]*"/g, ''))?.[0] === '\r' ? '\r' : '\n';

/** What databases write where there is nothing, the errors of formulas, in several languages, and two hyphens, of Zoom. Our export to CSV only guards the hyphens, since nobody is called `#N/A`. */
const NOTHING = wordSet(
  'NULL \\N (null) -- #N/A #NV #N/D #N/B #VALUE! #WERT! #VALEUR! #¡VALOR! #WAARDE! #REF! #¡REF! #BEZUG! #VERW! #DIV/0! #¡DIV/0! #NAME? #NOM? #¿NOMBRE? #NAAM? #NUM! #¡NUM! #ZAHL! #NULL! #SPILL! #CALC! #ERROR!',
);

export const isNothing = (written: string): boolean => NOTHING.has(written.trim());

/** Some tools write `="0049"` so that Excel keeps the zeros. */
const cellOf = (written: string): string => (isNothing(written) ? '' : restoreCell(written.replace(/^="([^"]*)"\s*$/, '$1')).trim());

/** Without blanks around the quotation marks of cells, as in files that are aligned by hand: inside such cells would be no quotation. */
function unpadded(text: string, separator: string): string {
  const blank = String.raw`[^\S\r\n\u2028\u2029${separator}]`;
  const padded = new RegExp(String.raw`(^|[${separator}])${blank}*("[^"]*(?:""[^"]*)*")${blank}*(?=[${separator}\r\n]|$)`, 'gm');
  return text.replaceAll(padded, '$1$2');
}

/** Some tools put an apostrophe before every cell, or around it, so that none is run. Our own exports never guard all cells of a row. */
function unguarded(cells: readonly string[]): readonly string[] {
  const isGuarded = cells.filter((cell) => cell !== '').length > 1 && cells.every((cell) => /^(?:'.|[=+\-@]|$)/su.test(cell));
  return isGuarded ? cells.map((cell) => cell.replaceAll(/^'|(?<=^['=+\-@].*)'$|(?<=^'.*')'(?=.*'$)/gs, '')) : cells;
}

/** The first records, at most `max`: those above a quotation mark that cannot be read with this separator, if there is one. */
function readRecords(written: string, separator: string, max: number) {
  const text = unpadded(written, separator);
  const newline = lineBreakOf(text);
  const read: { readonly records: FileRecord[]; problem?: InvalidFileError } = { records: [] };
  let line = 1;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline,
    step: ({ data, errors, meta }, parser) => {
      const cells = unguarded(data.map(cellOf));
      if (errors.length > 0) read.problem = fileRefused(`A quotation mark on line ${line} is not closed, or is inside a cell.`);
      else if (cells.some((cell) => cell !== '')) read.records.push({ line, cells });
      line += text.slice(start, meta.cursor).split(newline).length - 1;
      start = meta.cursor;
      if (read.problem !== undefined || read.records.length >= max) parser.abort();
    },
  });
  return read;
}

/** Word and phones curl the quotation marks of a list that is typed there; the first cell shows it. Those within straight ones stay. */
const straight = (text: string): string =>
  /^\s*[“”„«»]/.test(text)
    ? text.replaceAll(
        /(?<=^|[,;\t|])"[^"]*(?:""[^"]*)*"|(?<=^|[,;\t|])[^\S\r\n\t]?[“”„«»]([^“”„«»]*)[“”«»](?=\s*(?:[,;\t|]|$))/gm,
        (whole: string, cell?: string) => (cell === undefined ? whole : `"${cell.replaceAll('"', '""')}"`),
      )
    : text;

const ENDS_FILE = new RegExp(String.raw`\u001a\s*$`);

/** A first line such as `sep=;`, which Excel obeys and does not show. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([,;\t|])"?(?=[\r\n])/i;

/**
 * Splits the text of a CSV file into records. Unless the file names its separator, the separator that gives a record the most columns for which `isKnown` is
 * true is taken. Blank rows are skipped but count as lines.
 * @throws InvalidFileError for an empty file or unbalanced quotes
 */
export function parseCsv(text: string, isKnown: IsKnown): { readonly records: FileRecord[]; readonly separator: string } {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  // Programs that end lines twice, such as Python on Windows, do so in cells too; those of DOS end files with Ctrl+Z.
  const content = straight(text.replace(SEPARATOR_LINE, '')).replaceAll('\r\r\n', '\r\n').replace(ENDS_FILE, '');
  // A header that contains another separator is more than one.
  const isKnownAlone: IsKnown = (header) => !/[;\t|]/.test(header) && isKnown(header);
  const candidates = Object.keys(SEPARATORS).map((separator) => {
    const { records: first } = readRecords(content, separator, FIRST);
    const known = Math.max(0, ...first.map(({ cells }) => countKnown(cells, isKnownAlone)));
    return { separator, known, columns: first[0]?.cells.length ?? 0 };
  });
  const [best] = candidates.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  const separator = named ?? best?.separator ?? ',';
  const { records, problem } = readRecords(content, separator, RECORDS_MAX);
  // MySQL and PHP put a backslash before a quotation mark in a cell; mail programs quote the name of a recipient only.
  const mended = text.replaceAll('\\"', '""').replaceAll(/(^|[,;\t]) *"([^"\r\n]*)" *(<[^<>\s]+>)/gm, '$1"$2 $3"');
  if (problem !== undefined && mended !== text) return parseCsv(mended, isKnown);
  if (problem !== undefined) throw problem;
  return { records, separator };
}
