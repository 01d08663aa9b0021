import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { EXPORT_TYPES, type ExportQuery } from '#contract/attendees/submission.ts';
import { defuseCell } from '#contract/rules/csv-cell.ts';
import { shortened } from '#contract/rules/text.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { type Cell, type Rows, xlsxFile } from './xlsx-file.ts';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

const textOf = (cell: Cell): string => (cell instanceof Date ? cell.toISOString() : String(cell));

/** Quotes every cell with content; papaparse's `unparse` gives the same in twice the time. */
const lineOf = (row: readonly Cell[]): string =>
  row.map((cell) => (cell === '' ? '' : `"${defuseCell(textOf(cell)).replaceAll('"', '""')}"`)).join(',') + LINE_END;

async function* chunks(header: readonly string[], batches: Rows): AsyncGenerator<string> {
  // The header is sent after the first batch is read, so that an outage of the database is still answered with an error status.
  let start = BYTE_ORDER_MARK + lineOf(header);
  for await (const rows of batches) {
    yield start + Array.from(rows, lineOf).join('');
    start = '';
  }
  yield start;
}

/** A CSV file as a stream with escaped cells. `batches` is read at the reader's pace, and no further once the reader has disconnected. */
export const csvFile = (header: readonly string[], batches: Rows): Readable =>
  Readable.from(chunks(header, batches), { objectMode: false });

export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

/** A title as part of a file name, without characters that are not allowed there. */
export const inFileName = (title: string): string => title.replaceAll(': ', ' - ').replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-');

/** With the rest of the name, and the ` (1)` of a browser, below the 255 bytes that systems allow. */
const TITLE_BYTES_MAX = 190;

/** `{title} - {id} - dd-mm-yyyy.{ending}`, with the date at `utcOffset` minutes ahead of UTC; a title that is too long is shortened. */
export function exportFileName({ title, id }: { title: string; id: string }, ending: string, now: Date, utcOffset: number): string {
  let name = inFileName(title);
  while (Buffer.byteLength(name) > TITLE_BYTES_MAX) name = shortened(name, name.length - 1);
  const [year, month, day] = new Date(now.getTime() + utcOffset * MINUTE_MS).toISOString().slice(0, 10).split('-');
  return `${name} - ${id} - ${day}-${month}-${year}.${ending}`;
}

/** Rows as a CSV or Excel file, read while it is sent; dates in Excel are those of `timeZone`. */
export function exportFile(
  owner: { readonly title: string; readonly id: string },
  { format = 'csv', utc_offset: offset = 0 }: Pick<ExportQuery, 'format' | 'utc_offset'>,
  timeZone: string,
  head: readonly string[],
  rows: Rows,
): SentFile {
  const name = exportFileName(owner, format, new Date(), offset);
  return format === 'xlsx'
    ? { name, type: EXPORT_TYPES.xlsx, content: xlsxFile(owner.title, head, rows, timeZone) }
    : { name, type: `${EXPORT_TYPES.csv}; charset=utf-8`, content: csvFile(head, rows) };
}

/** The `Content-Disposition` of a download, with the name in ASCII and in UTF-8 (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
