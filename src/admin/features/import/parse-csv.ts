import Papa from 'papaparse';
import { counted } from '#admin/ui/counts.ts';
import { restoreCell } from '#contract/rules/csv-cell.ts';
import { FILE_REFUSED } from '#contract/texts/import.ts';
import { FileRefusal } from './file-refusal.ts';

/** Most rows of one file (decision 41, hardening "CSV bombs"). */
export const ROWS_MAX = 20_000;

/** What stands between the cells of a row. */
export type Separator = ',' | ';' | '\t';

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** One row of a file. `line` is where it starts, counted from 1, as an editor shows it. */
export interface CsvRecord {
  readonly line: number;
  /** Trimmed, and without what the export put before formulas. */
  readonly cells: readonly string[];
}

/** A file in parts: its header row and all rows below that hold anything. */
export interface ParsedCsv {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
  readonly separator: Separator;
}

function countOf(text: string, part: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(part, start); at >= 0 && at < end; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Only very old programs end lines with a carriage return alone; one before a line feed is trimmed with the cell. */
const lineBreakOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

/** The records of a text that hold anything, at most `max`. @throws FileRefusal when its quotes are broken */
function readRecords(text: string, separator: Separator, max: number): CsvRecord[] {
  const newline = lineBreakOf(text);
  const records: CsvRecord[] = [];
  let line = 1;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline,
    step: ({ data, errors, meta }, parser) => {
      if (errors.length > 0)
        throw new FileRefusal(FILE_REFUSED, { detail: `A quotation mark on line ${line} is not closed, or stands inside a cell.` });
      const cells = data.map((cell) => restoreCell(cell).trim());
      if (cells.some((cell) => cell !== '')) records.push({ line, cells });
      line += countOf(text, newline, start, meta.cursor);
      start = meta.cursor;
      if (records.length >= max) parser.abort();
    },
  });
  return records;
}

/** The first record that holds anything, when it can be read with this separator. */
function headerWith(text: string, separator: Separator): readonly string[] {
  try {
    return readRecords(text, separator, 1)[0]?.cells ?? [];
  } catch (error) {
    if (error instanceof FileRefusal) return [];
    throw error;
  }
}

/**
 * Splits the text of a CSV file into rows. The separator is the one with which the header has most columns for which `isKnown`
 * holds. Rows without any content are left out; lines are counted nevertheless (spec section 5, decision 41).
 * @throws FileRefusal when it has no rows, too many, or broken quotes
 */
export function parseCsv(text: string, isKnown: (header: string) => boolean): ParsedCsv {
  const tried = SEPARATORS.map((separator) => {
    const header = headerWith(text, separator);
    return { separator, known: header.filter(isKnown).length, columns: header.length };
  });
  const [best] = tried.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  const separator = best?.separator ?? ',';
  const [header, ...records] = readRecords(text, separator, ROWS_MAX + 2);
  if (header === undefined) throw new FileRefusal(FILE_REFUSED, { detail: 'The file is empty.' });
  if (records.length > ROWS_MAX) {
    throw new FileRefusal(`The file has more than ${counted(ROWS_MAX, 'row')}.`, {
      detail: 'Split it into smaller files. Nothing was imported.',
    });
  }
  return { header: header.cells, records, separator };
}
