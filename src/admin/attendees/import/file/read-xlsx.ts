import { formatValue, type SheetFilterInfo } from 'hucre';
import { type Cell, cellRef, type CellValue, readXlsx, type Sheet, streamXlsxRows } from 'hucre/xlsx';
import { tried } from '#admin/browser-storage.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { SAVE_AS_EXCEL } from '#contract/texts/import.ts';
import { fileRefused, fileTooLarge, InvalidFileError } from './invalid-file.ts';
import { type FileRecord, isNothing } from './parse-csv.ts';

/** As strict workbooks have dates, which the library leaves as they are. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** Sums of days and times fall short of a minute of the same day. */
const isoOf = (date: Date): string =>
  new Date(Math.min(date.getTime() + 500, new Date(date).setUTCHours(23, 59))).toISOString().slice(0, -1);

/** `2027-03-08`, `2027-03-08 09:30`, or `09:30`, which Excel stores as a time of its first day. */
const dateText = (iso: string): string =>
  iso
    .slice(0, 16)
    .replace('T', ' ')
    .replace(' 00:00', '')
    .replace(/^(?:1899-12-3[01]|1904-01-01) /, '');

/** A number as its cell shows it, `01067`, unless that is rounded or has marks of thousands: then in the 15 digits that Excel has, and with its `%`. */
function numberText(value: number, format: string): string {
  if (/[\d#](?:\\?\s)*%/.test(format)) return `${Number((value * 100).toPrecision(15))}%`;
  const shown = formatValue(value, format);
  const digits = shown.replaceAll(/\D/g, '');
  const exact = String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
  return digits !== '' && Number(digits) === value && !format.includes(',') ? shown : exact;
}

function cellText(value: CellValue, format: string): string {
  const written = typeof value === 'number' ? numberText(value, format) : String(value instanceof Date ? isoOf(value) : (value ?? ''));
  const text = ISO_DATE.test(written) ? dateText(written) : written.trim();
  return isNothing(text) ? '' : text;
}

const UNPACKED_MAX = 100_000_000;
/** For a sheet up to its last row and column: a value in the last column makes every row that wide. */
const CELLS_MAX = 10_000_000;
const SHEETS_MAX = 100;
/** Texts, names and formats, which all sheets share: they are read once for the list of sheets, and twice for each. */
const SHARED_MAX = 15_000_000;
const SHARED_READ_MAX = 100_000_000;
/** Parts that are only read with their sheet, or not at all. */
const NOT_SHARED =
  /^(?:customXml|xl\/(?:worksheets|chartsheets|media|drawings|charts|embeddings|model|printerSettings|activeX|ctrlProps|pivotCache\/pivotCacheRecords|calcChain|vbaProject))/;
const DIRECTORY_END = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const IN_EXTRA = 0xff_ff_ff_ff;
const [SLASH, BACKSLASH] = [0x2f, 0x5c];

/** The unpacked size that an entry of a zip directory has; some programs write it as that of a large file, into an extra field. */
function entrySize(view: DataView, entry: number): number {
  const size = view.getUint32(entry + 24, true);
  if (size !== IN_EXTRA) return size;
  let at = entry + 46 + view.getUint16(entry + 28, true);
  const end = at + view.getUint16(entry + 30, true);
  while (at + 12 <= end && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  return at + 12 <= end ? Number(view.getBigUint64(at + 4, true)) : size;
}

/** Turns the backslashes that some Windows programs write in the directory of a zip archive into slashes. @returns the size of its contents, and of what the sheets share, as stated there */
function normalisedDirectory({ buffer, byteOffset, byteLength }: Uint8Array): { readonly size: number; readonly shared: number } {
  const view = new DataView(buffer, byteOffset, byteLength);
  let end = byteLength - 22;
  while (end > 0 && view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  let [size, shared] = [0, 0];
  let at = end > 0 ? view.getUint32(end + 16, true) : byteLength;
  while (at + 46 <= byteLength && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const written = new Uint8Array(buffer, byteOffset + at + 46, view.getUint16(at + 28, true));
    written.set(written.map((byte) => (byte === BACKSLASH ? SLASH : byte)));
    const name = new TextDecoder().decode(written);
    size += entrySize(view, at);
    if (!NOT_SHARED.test(name)) shared += entrySize(view, at);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { size, shared };
}

/** A sheet as far as it has values: formats may continue for a million rows, which take minutes to read. */
async function readSheet(bytes: Uint8Array, name: string): Promise<Sheet[]> {
  let [lastRow, lastColumn] = [0, 0];
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: name })) {
    const last = values.findLastIndex((value) => value !== null && value !== '');
    if (last >= 0) lastRow = index;
    lastColumn = Math.max(lastColumn, last);
  }
  if (lastRow * lastColumn > CELLS_MAX)
    throw fileTooLarge(
      `The table goes as far as cell ${cellRef(lastRow, lastColumn)}.`,
      'Delete the columns and rows that are not needed.',
    );
  const { sheets } = await readXlsx(bytes, { readStyles: true, sheets: [name], range: `A1:${cellRef(lastRow, lastColumn)}` });
  return sheets;
}

/** A chart on its own sheet has no rows; the library treats its file as missing. */
function noneOfChart(error: unknown): Sheet[] {
  if (error instanceof Error && error.message.includes('missing worksheet file')) return [];
  throw error;
}

/** The address of a link to one, which may be escaped, or of a formula such as `HYPERLINK("mailto:…","Write")`. */
function linkedAddress({ hyperlink, formula = '' }: Partial<Cell> = {}): string | undefined {
  const address = /^(?:HYPERLINK\(")?mailto:([^?"]+)/i.exec(hyperlink?.target ?? formula)?.[1];
  return address && (tried(() => decodeURIComponent(address)) ?? address);
}

/** The rows of a sheet as text. Cells merged with those below have their value in each row, and a row without an address gets that of its link. */
function recordsOf({ rows, rowDefs, cells: details, merges = [] }: Sheet): FileRecord[] {
  const joined = merges.reduce((sum, { startRow, endRow }) => sum + Math.max(0, Math.min(endRow, rows.length) - startRow), 0);
  if (joined > CELLS_MAX) throw fileTooLarge('The table has too many merged cells.', 'Unmerge them.');
  for (const { startRow, endRow, startCol } of merges) {
    const upper = details?.get(`${startRow},${startCol}`);
    for (const [below, cells] of rows.slice(startRow + 1, endRow + 1).entries()) {
      cells[startCol] = rows[startRow]?.[startCol] ?? null;
      if (upper !== undefined) details?.set(`${startRow + 1 + below},${startCol}`, upper);
    }
  }
  const detailsOf = (row: number, column: number) => details?.get(`${row},${column}`);
  return rows
    .map((values, index) => {
      const cells = values.map((value, column) => cellText(value, detailsOf(index, column)?.style?.numFmt ?? ''));
      const isLinked = !cells.some((cell) => cell.includes('@'));
      return {
        line: index + 1,
        cells: isLinked ? cells.map((cell, column) => linkedAddress(detailsOf(index, column)) ?? cell) : cells,
        isHidden: rowDefs?.get(index)?.hidden === true,
      };
    })
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Only imported where it is needed, since its library is large. @throws InvalidFileError for a file that is too large, damaged or not from Excel */
export async function readXlsxSheets(bytes: Uint8Array): Promise<FileRecord[][]> {
  try {
    const { size, shared } = normalisedDirectory(bytes);
    if (size > UNPACKED_MAX) throw fileTooLarge();
    if (shared > SHARED_MAX)
      throw fileTooLarge('The file has too many names, texts or formats.', 'Copy the list into a new Excel file, and choose that.');
    const names: string[] = [];
    const isListed = ({ name, hidden, veryHidden }: SheetFilterInfo): false => {
      if (hidden !== true && veryHidden !== true) names.push(name);
      return false;
    };
    await readXlsx(bytes, { sheets: isListed });
    if (names.length > SHEETS_MAX || (1 + 2 * names.length) * shared > SHARED_READ_MAX)
      throw fileTooLarge(`The file has ${formatCount(names.length)} sheets.`, 'Delete those that are not needed.');
    const read: FileRecord[][] = [];
    for (const name of names) read.push(...(await readSheet(bytes, name).catch(noneOfChart)).map(recordsOf));
    return read.filter((records) => records.length > 0);
  } catch (error) {
    if (error instanceof InvalidFileError) throw error;
    throw fileRefused(`This isn't an Excel file, or it is damaged. ${SAVE_AS_EXCEL}`);
  }
}
