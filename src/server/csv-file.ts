import { Readable } from 'node:stream';
import { defuseCell } from '#contract/rules/csv-cell.ts';

const BYTE_ORDER_MARK = '\ufeff';
const MINUTE_MS = 60_000;

/** Each cell that holds anything quoted, as every reader takes it. A library for this took half of the time of an export. */
const quote = (cell: string): string => {
  if (cell === '') return '';
  const defused = defuseCell(cell);
  return `"${defused.includes('"') ? defused.replaceAll('"', '""') : defused}"`;
};

const write = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');

async function* chunks(header: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string> {
  // The header waits for the first batch: a database that is away is then still answered as a failure, not as a cut file.
  let start = BYTE_ORDER_MARK + write([header]);
  for await (const rows of batches) {
    yield start + write(rows);
    start = '';
  }
  if (start !== '') yield start;
}

/**
 * A CSV file as a stream, each cell quoted and defused, batch by batch as fast as it is read; nothing more is asked of `batches`
 * once the reader is gone (decisions 21, 42; spec section 9).
 */
export const csvFile = (header: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>): Readable =>
  Readable.from(chunks(header, batches), { objectMode: false });

/** `{title} - {id} - dd-mm-yyyy.csv`, with the date on clocks that are `utcOffset` minutes ahead of UTC (decision 42). */
export function csvFileName({ title, id }: { title: string; id: string }, now: Date, utcOffset: number): string {
  const [year, month, day] = new Date(now.getTime() + utcOffset * MINUTE_MS).toISOString().slice(0, 10).split('-');
  // No file system takes these, and a path is none of a title's business.
  const plain = title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  return `${plain} - ${id} - ${day}-${month}-${year}.csv`;
}

/** The header that names a download: in ASCII for old readers, in UTF-8 for all others (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
