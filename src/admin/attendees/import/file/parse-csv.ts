import Papa from 'papaparse';
import { IMPORT_ROWS_MAX } from '#contract/attendees/attendee-import.ts';
import { restoreCell } from '#contract/rules/csv-cell.ts';
import { counted } from '#contract/texts/counts.ts';
import { FILE_REFUSED } from '#contract/texts/import.ts';

/** A file that cannot be imported. `message` and `detail` are shown to staff; `detail` says what to do about it. */
export class InvalidFileError extends Error {
  readonly detail: string | undefined;

  constructor(message: string, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'InvalidFileError';
    this.detail = detail;
  }
}

/** A file that is refused as a whole, with what to do about it. */
export const fileRefused = (detail: string): InvalidFileError => new InvalidFileError(FILE_REFUSED, { detail });

export type Separator = ',' | ';' | '\t';

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

export interface CsvRecord {
  readonly line: number;
  /** Trimmed, and without the prefix that the export puts before formulas. */
  readonly cells: readonly string[];
}

/** Only very old programs end lines with a lone carriage return. One before a line feed is trimmed with its cell. */
const lineBreakOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

function readRecords(text: string, separator: Separator, max: number): CsvRecord[] {
  const newline = lineBreakOf(text);
  const records: CsvRecord[] = [];
  let line = 1;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline,
    step: ({ data, errors, meta }, parser) => {
      if (errors.length > 0) throw fileRefused(`A quotation mark on line ${line} is not closed, or stands inside a cell.`);
      const cells = data.map((cell) => restoreCell(cell).trim());
      if (cells.some((cell) => cell !== '')) records.push({ line, cells });
      line += text.slice(start, meta.cursor).split(newline).length - 1;
      start = meta.cursor;
      if (records.length >= max) parser.abort();
    },
  });
  return records;
}

/** The first non-blank record; empty if it cannot be read with this separator. */
function readHeader(text: string, separator: Separator): readonly string[] {
  try {
    return readRecords(text, separator, 1)[0]?.cells ?? [];
  } catch (error) {
    if (error instanceof InvalidFileError) return [];
    throw error;
  }
}

/**
 * Splits the text of a CSV file into rows. Of the separators it takes the one that gives the header most columns for which
 * `isKnown` is true. Blank rows are skipped but count as lines.
 * @throws InvalidFileError for an empty file, too many rows, or unbalanced quotes
 */
export function parseCsv(text: string, isKnown: (header: string) => boolean) {
  const candidates = SEPARATORS.map((separator) => {
    const header = readHeader(text, separator);
    return { separator, known: header.filter(isKnown).length, columns: header.length };
  });
  const [best] = candidates.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  const separator = best?.separator ?? ',';
  const [header, ...records] = readRecords(text, separator, IMPORT_ROWS_MAX + 2);
  if (header === undefined) throw fileRefused('The file is empty.');
  if (records.length > IMPORT_ROWS_MAX) {
    throw new InvalidFileError(`The file has more than ${counted(IMPORT_ROWS_MAX, 'row')}.`, {
      detail: 'Split it into smaller files. Nothing was imported.',
    });
  }
  return { header: header.cells, records, separator };
}
