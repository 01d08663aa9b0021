import Papa from 'papaparse';
import { defuseCell } from '#contract/rules/csv-cell.ts';

// Without it Excel reads the file as Windows-1252.
const BYTE_ORDER_MARK = '\ufeff';

/** A CSV file for spreadsheets, with any text that they would run made harmless. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defuseCell(cell) : String(cell))));
  return new Blob([BYTE_ORDER_MARK, Papa.unparse(lines, { quotes: true }), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
