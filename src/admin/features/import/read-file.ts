import { counted } from '#admin/ui/counts.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/active-fields.ts';
import { CSV_EXPECTED, FILE_REFUSED, FILE_UNREADABLE } from '#contract/texts/import.ts';
import { decodeText } from './decode-text.ts';
import { FileRefusal } from './file-refusal.ts';
import { type ImportRow, readRows } from './import-rows.ts';
import { type Column, matchColumns, targetOf } from './match-columns.ts';
import { parseCsv, ROWS_MAX, type Separator } from './parse-csv.ts';

const MEGABYTE = 1_000_000;
/** Largest file that is read (decision 41, hardening "CSV bombs"). */
const FILE_MAX_MEGABYTES = 5;

/** The limits of a file, in words. */
export const FILE_LIMITS = `At most ${counted(ROWS_MAX, 'row')} and ${FILE_MAX_MEGABYTES} MB.`;

/** What a chosen file would add to an event. */
export interface ImportFile {
  readonly name: string;
  readonly encoding: 'UTF-8' | 'Windows-1252';
  readonly separator: Separator;
  readonly columns: readonly Column[];
  readonly rows: readonly ImportRow[];
}

/** The event that is imported into, with the custom fields of its series. */
export interface ImportTarget {
  readonly event: PublicEvent;
  readonly fields: readonly PublicField[];
}

/** What is needed of a `File`. */
type ChosenFile = Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>;

// Windows calls the files that Excel opens by Excel's type, so the name decides too.
const isCsv = ({ name, type }: ChosenFile): boolean => name.toLowerCase().endsWith('.csv') || type === 'text/csv';

async function bytesOf(file: ChosenFile): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new FileRefusal(FILE_UNREADABLE, { detail: 'It may have been moved, changed or deleted. Choose it again.', cause: error });
  }
}

/** The rows of a CSV text, each checked, in the columns that the event knows. @throws FileRefusal */
export function readCsv(text: string, { event, fields }: ImportTarget): Pick<ImportFile, 'separator' | 'columns' | 'rows'> {
  const active = activeFields(fields, [event], [event.id]);
  const { header, records, separator } = parseCsv(text, (name) => targetOf(name, active) !== undefined);
  const columns = matchColumns(header, active);
  if (records.length === 0) throw new FileRefusal(FILE_REFUSED, { detail: 'There are no rows below the header.' });
  return { separator, columns, rows: readRows(records, columns) };
}

/** Reads a chosen file and checks every row; nothing is sent (decision 41). @throws FileRefusal with words for the person */
export async function readImportFile(file: ChosenFile, target: ImportTarget): Promise<ImportFile> {
  if (!isCsv(file)) throw new FileRefusal(CSV_EXPECTED);
  if (file.size > FILE_MAX_MEGABYTES * MEGABYTE) {
    throw new FileRefusal(`The file is larger than ${FILE_MAX_MEGABYTES} MB.`, {
      detail: 'Split it into smaller files. Nothing was imported.',
    });
  }
  const { text, encoding } = decodeText(await bytesOf(file));
  return { name: file.name, encoding, ...readCsv(text, target) };
}
