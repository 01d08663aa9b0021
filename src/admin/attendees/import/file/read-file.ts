import { IMPORT_ROWS_MAX } from '#contract/attendee-import.ts';
import { counted } from '#contract/texts/counts.ts';
import { CSV_EXPECTED, FILE_UNREADABLE } from '#contract/texts/import.ts';
import { type ImportTarget, targetsOf } from '../columns/column-targets.ts';
import { isKnownHeader } from '../columns/guess-columns.ts';
import { decodeText } from './decode-text.ts';
import { fileRefused, InvalidFileError } from './invalid-file-error.ts';
import { parseCsv } from './parse-csv.ts';

const MEGABYTE = 1_000_000;
/** Larger files are not read at all. */
const FILE_MAX_MEGABYTES = 5;

export const FILE_LIMITS = `At most ${counted(IMPORT_ROWS_MAX, 'row')} and ${FILE_MAX_MEGABYTES} MB.`;

export type ImportFile = Awaited<ReturnType<typeof readImportFile>>;

type ChosenFile = Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>;

// On Windows with Excel, CSV files have Excel's media type, so the name counts too.
const isCsv = ({ name, type }: ChosenFile): boolean => name.toLowerCase().endsWith('.csv') || type === 'text/csv';

async function bytesOf(file: ChosenFile): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new InvalidFileError(FILE_UNREADABLE, { detail: 'It may have been moved, changed or deleted. Choose it again.', cause: error });
  }
}

/** Parses CSV text for an event. @throws InvalidFileError */
export function readCsv(text: string, target: ImportTarget) {
  const targets = targetsOf(target);
  const { header, records, separator } = parseCsv(text, (name) => isKnownHeader(name, targets));
  if (records.length === 0) throw fileRefused('There are no rows below the header.');
  return { separator, header, records };
}

/** Reads a chosen file, without sending anything. @throws InvalidFileError */
export async function readImportFile(file: ChosenFile, target: ImportTarget) {
  if (!isCsv(file)) throw new InvalidFileError(CSV_EXPECTED);
  if (file.size > FILE_MAX_MEGABYTES * MEGABYTE) {
    throw new InvalidFileError(`The file is larger than ${FILE_MAX_MEGABYTES} MB.`, {
      detail: 'Split it into smaller files. Nothing was imported.',
    });
  }
  const { text, encoding } = decodeText(await bytesOf(file));
  return { name: file.name, encoding, ...readCsv(text, target) };
}
