import { IMPORT_ROWS_MAX } from '#contract/attendees/attendee-import.ts';
import { counted } from '#contract/texts/counts.ts';
import { FILE_UNREADABLE } from '#contract/texts/import.ts';
import { type ImportTarget, targetsOf } from '../columns/column-targets.ts';
import { knownHeader } from '../columns/guess-columns.ts';
import { decodeAs, type DecodedText, decodeText, isZip, OLD_ENCODING_NAMES } from './decode-text.ts';
import { findTable } from './find-table.ts';
import { FILE_MAX_MEGABYTES, fileTooLarge, InvalidFileError, refuseOtherKinds } from './invalid-file.ts';
import { countKnown, type FileRecord, type IsKnown, parseCsv, type Table } from './parse-csv.ts';

const MEGABYTE = 1_000_000;

export const FILE_LIMITS = `CSV, Excel (.xlsx) or text, at most ${counted(IMPORT_ROWS_MAX, 'row')} and ${FILE_MAX_MEGABYTES} MB.`;

/** A file that was read. Text has a separator and an encoding. */
export interface ImportFile extends Table {
  readonly name: string;
  /** How many tables the file has, of which one was read. */
  readonly tables: number;
  readonly separator?: string;
  readonly encoding?: string;
  /** How it was guessed to be encoded, and how it is in another encoding. */
  readonly guessed?: { readonly as: string; readonly readAs: (encoding: string) => ImportFile };
}

type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

async function bytesOf(file: ChosenFile): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new InvalidFileError(FILE_UNREADABLE, { detail: 'It may have been moved, changed or deleted. Choose it again.', cause: error });
  }
}

/** Whether headers are known for an event. Each is examined once, since a report may have thousands of records. */
function knownHeadersOf(target: ImportTarget): IsKnown {
  const targets = targetsOf(target);
  const known = new Map<string, ReturnType<IsKnown>>();
  return (header) => {
    const answer = known.get(header) ?? knownHeader(header, targets);
    known.set(header, answer);
    return answer;
  };
}

/** Parses CSV text for an event. @throws InvalidFileError */
export function readCsv(text: string, target: ImportTarget) {
  const isKnown = knownHeadersOf(target);
  const { records, separator } = parseCsv(text, isKnown);
  return { separator, ...findTable(records, isKnown) };
}

function readText(name: string, bytes: Uint8Array, { text, encoding }: DecodedText, target: ImportTarget): ImportFile {
  const file = { name, encoding, ...readCsv(text, target) };
  if (!OLD_ENCODING_NAMES.includes(encoding)) return file;
  const readAs = (other: string) => readText(name, bytes, { text: decodeAs(bytes, other), encoding: other }, target);
  return { ...file, guessed: { as: encoding, readAs } };
}

async function readXlsx(name: string, bytes: Uint8Array, target: ImportTarget): Promise<ImportFile> {
  const { readXlsxSheets } = await import('./read-xlsx.ts');
  const isKnown = knownHeadersOf(target);
  const sheets = await readXlsxSheets(bytes);
  const hasHeader = (records: readonly FileRecord[]): boolean => records.some(({ cells }) => countKnown(cells, isKnown) > 1);
  const found = sheets.filter(hasHeader);
  const table = findTable(found[0] ?? sheets[0] ?? [], isKnown);
  return { name, ...table, tables: table.tables + Math.max(0, found.length - 1) };
}

/** Reads a chosen file by its content, whatever its name, without sending anything. @throws InvalidFileError */
export async function readImportFile(file: ChosenFile, target: ImportTarget): Promise<ImportFile> {
  if (file.size > FILE_MAX_MEGABYTES * MEGABYTE) throw fileTooLarge();
  const bytes = await bytesOf(file);
  refuseOtherKinds(bytes);
  return isZip(bytes) ? readXlsx(file.name, bytes, target) : readText(file.name, bytes, decodeText(bytes), target);
}
