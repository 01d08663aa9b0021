import { type CellValue, readXlsx } from 'hucre/xlsx';
import { fileRefused } from './invalid-file.ts';
import type { FileRecord } from './parse-csv.ts';

/** `2027-03-08`, or `2027-03-08 09:30`. */
const dateText = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');

const cellText = (value: CellValue): string => (value instanceof Date ? dateText(value) : String(value ?? '')).trim();

/**
 * The records of each visible sheet of an Excel file that has any. Imported where it is needed only, as its library is large.
 * @throws InvalidFileError for other archives and files with a password
 */
export async function readXlsxSheets(bytes: Uint8Array): Promise<FileRecord[][]> {
  try {
    const { sheets } = await readXlsx(bytes, { sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true });
    const read = sheets.map(({ rows }) =>
      rows
        .map((cells, index) => ({ line: index + 1, cells: cells.map(cellText) }))
        .filter(({ cells }) => cells.some((cell) => cell !== '')),
    );
    return read.filter((records) => records.length > 0);
  } catch {
    throw fileRefused('This isn’t an Excel file, or it has a password. Save it as “Excel Workbook (.xlsx)” or “CSV UTF-8”.');
  }
}
