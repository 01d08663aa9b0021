import { IMPORT_ROWS_MAX } from '#contract/attendees/attendee-import.ts';
import { counted } from '#contract/texts/counts.ts';
import { CSV_EXPECTED, FILE_UNREADABLE } from '#contract/texts/import.ts';
import { type ImportTarget, targetsOf } from '../columns/column-targets.ts';
import { isKnownHeader } from '../columns/guess-columns.ts';
import { fileRefused, InvalidFileError, parseCsv } from './parse-csv.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

/** Every header has a letter of ASCII at its start, or a byte order mark. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0) ? 'utf-16be' : undefined;
}

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and falls back to Windows-1252, in which Excel saves.
 * @throws InvalidFileError for spreadsheets, archives and other files that hold no text
 */
function decodeText(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    throw fileRefused('This is a spreadsheet or an archive under the name of a CSV file. Save it as CSV first.');
  }
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) throw fileRefused('The file holds characters that no text has. Save it as “CSV UTF-8”.');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Not UTF-8. Windows-1252 can decode any bytes.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

const MEGABYTE = 1_000_000;
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
