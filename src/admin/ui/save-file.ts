import Papa from 'papaparse';
import { defuseCell } from '#contract/rules/csv-cell.ts';

/** The browser has begun the download by then. */
const ADDRESS_KEPT_MS = 60_000;

/** Saves a downloaded file. A plain link could not send the token. */
export function saveFile(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_KEPT_MS);
}

// Without it Excel reads the file as Windows-1252.
const BYTE_ORDER_MARK = '\ufeff';

/** A CSV file for spreadsheets, with any text that they would run made harmless. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defuseCell(cell) : String(cell))));
  return new Blob([BYTE_ORDER_MARK, Papa.unparse(lines, { quotes: true }), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
