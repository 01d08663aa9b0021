import { Parser } from 'htmlparser2';
import { IMPORT_ROWS_MAX } from '#contract/attendees/attendee-import.ts';
import { addressesIn, cleanAddress, isEmail } from '#contract/rules/email.ts';
import { counted } from '#contract/texts/counts.ts';
import { FILE_UNREADABLE, SIGNUPS_COUNT } from '#contract/texts/import.ts';
import { type ImportTarget, targetsOf } from '../columns/column-targets.ts';
import { knownHeader } from '../columns/guess-columns.ts';
import { stateOf } from '../rows/cell-words.ts';
import { decodeAs, type DecodedText, decodeText, isZip, OLD_ENCODING_NAMES } from './decode-text.ts';
import { FILE_MAX_MEGABYTES, fileRefused, fileTooLarge, InvalidFileError, refuseOtherKinds } from './invalid-file.ts';
import { countKnown, type FileRecord, type IsKnown, parseCsv, type Table } from './parse-csv.ts';
import { kindOf, peopleApart } from './people-apart.ts';

const MEGABYTE = 1_000_000;
const COLUMNS_MAX = 1_000;

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
  return { separator, ...findTable(unpacked(records, isKnown), isKnown) };
}

/** A CSV that Excel opened in one column, with each line as a cell. */
function unpacked(records: readonly FileRecord[], isKnown: IsKnown): readonly FileRecord[] {
  const isHeader = ({ cells: [line = ''] }: FileRecord): boolean => countKnown(line.split(/[,;\t|]/), isKnown) > 1;
  if (!records.every(({ cells }) => widthOf([{ cells }]) === 1) || !records.some(isHeader)) return records;
  const lines = records.flatMap((record) => (record.cells[0] ?? '').split('\n').map(() => record));
  try {
    const { records: rows } = parseCsv(records.map(({ cells }) => cells[0]).join('\n'), isKnown);
    if (findHeaders(rows, isKnown).length > 0) return rows.map((row) => ({ ...row, ...lines[row.line - 1], cells: row.cells }));
  } catch {
    // A sheet of instructions may list the headers too, among any quotation marks.
  }
  return records;
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
  const sheets = (await readXlsxSheets(bytes)).map((records) => unpacked(records, isKnown));
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

/** Whether a record names the columns that the header above leaves blank, as SurveyMonkey does for the parts of a question. */
function isSecondHeader(above: readonly string[] = [], below: readonly string[] = []): boolean {
  const columns = above.map((name, index) => ({ name, part: below[index] ?? '' }));
  const named = columns.filter(({ name }) => name !== '');
  if (named.length === columns.length || below.some((cell) => cell.includes('@'))) return false;
  return columns.every(({ name, part }) => name + part !== '') && named.filter(({ part }) => part !== '').length * 2 <= named.length;
}

const WITHOUT_MEANING = /^(?:open-ended )?response$/i;

/** `Contact information: Name`: the question, which stands above its first part only, and the part. */
function joined(above: readonly string[], below: readonly string[]): string[] {
  let question = '';
  return above.map((name, index) => {
    const part = below[index] ?? '';
    if (name !== '') question = name;
    return part === '' || WITHOUT_MEANING.test(part) ? question : `${question}: ${part}`;
  });
}

/** The table that begins with these records; if another table follows, its title is not a row of this one. */
function tableOf([first, ...rest]: readonly FileRecord[], isFollowed: boolean): Table {
  const header = first?.cells ?? [];
  const hasTwo = isSecondHeader(header, rest[0]?.cells);
  const isRow = ({ cells }: FileRecord): boolean => cells.filter((cell) => cell !== '').length > 1;
  const end = isFollowed ? rest.findLastIndex(isRow) + 1 : rest.length;
  return { header: hasTwo ? joined(header, rest[0]?.cells ?? []) : header, records: rest.slice(hasTwo ? 1 : 0, end) };
}

/** Where there are headers that name a column of addresses and at least one more. */
function findHeaders(records: readonly FileRecord[], isKnown: IsKnown): number[] {
  const isHeader = ({ cells }: FileRecord): boolean =>
    cells.some((cell) => /mail|post|correo|courriel|почт|имейл|דוא|מייל|بريد|邮|郵|メール/i.test(cell) && isKnown(cell) === 'email') &&
    !cells.some((cell) => cell.includes('@')) &&
    countKnown(cells, isKnown) > 1;
  // A line of text may contain the same words, but without addresses below.
  const hasAddresses = ({ cells }: FileRecord, below: readonly FileRecord[]): boolean =>
    cells.some((cell, at) => isKnown(cell) === 'email' && below.some((record) => record.cells[at]?.includes('@')));
  const found = records.flatMap((record, index) => {
    if (!isHeader(record) || !hasAddresses(record, records.slice(index + 1))) return [];
    return isSecondHeader(records[index - 1]?.cells, record.cells) ? [index - 1] : [index];
  });
  return [...new Set(found)];
}

const hasAt = (cell: string): boolean => cell.includes('@');

const countAddresses = ({ records }: Table): number => new Set(records.flatMap(({ cells }) => cells.filter(hasAt))).size;

/** `ann@example.com`, or `Ann Lee <ann@example.com>`. */
const isListOfAddresses = (cell: string): boolean => cell.includes('@') && addressesIn(cell).every(isEmail);

/** `Ann Lee <ann@example.com>`, `Lee, Ann <ann@example.com>` or only an address, up to the next one. */
const RECIPIENT =
  /(?:\p{L}+:\s)?(?:((?:"[^"]*"|[^<>"@;]|\s@)*?|[^\s,;<>"@]+@[^\s,;<>"@]+\s*)<([^<>\s]+@[^<>\s]+)>|([^\s,;<>"@]+@[^\s,;<>"@]+))[\s,;]*/guy;

/** Recipients as mail programs copy them, in one line or several: each is a row, and so is a line without an address. Undefined if a line has two cells before an address or anything else next to one, as those of a table do. */
function recipientsIn(records: readonly FileRecord[]): FileRecord[] | undefined {
  const found = records.map(({ cells }): string[][] => {
    const line = cells.join(',');
    return hasAt(line) ? [...line.matchAll(RECIPIENT)] : [[line, line]];
  });
  const isOther = ({ cells }: FileRecord, at: number): boolean =>
    cells.some((cell, n) => n > 1 && hasAt(cell) && !cells.slice(n - 2, n).some(hasAt)) ||
    found[at]?.map(([whole]) => whole).join('') !== cells.join(',');
  if (records[0]?.cells.some(hasAt) !== true || records.some(isOther)) return undefined;
  return found.flat().map(([, name = '', beside, alone = ''], index) => ({
    line: index + 1,
    cells: [/\S@/.test(name) ? '' : name.trim().replaceAll(/^['"“”„]|['"“”]?,?$/g, ''), cleanAddress(beside ?? alone)],
  }));
}

/** Up to the last column that is not blank: Excel may write thousands of blank ones after it. */
const widthOf = (records: readonly Pick<FileRecord, 'cells'>[]): number =>
  records.reduce((widest, { cells }) => Math.max(widest, cells.findLastIndex((cell) => cell !== '') + 1), 0);

/** With an added header if the first row is a person, who would otherwise be lost. */
const withHeader = (records: readonly FileRecord[]): readonly FileRecord[] => {
  const [first] = records;
  const recipients = recipientsIn(records);
  if (recipients !== undefined) return [{ line: 0, cells: ['Name', 'Email'] }, ...recipients];
  if (first?.cells.some(isListOfAddresses) !== true) return records;
  return [{ line: first.line, cells: Array.from({ length: widthOf(records) }, (_, index) => `Column ${index + 1}`) }, ...records];
};

const isHeading = ({ cells: [first = '', ...others] }: FileRecord): boolean =>
  others.every((cell) => cell === '') && stateOf(first) !== undefined;

/** A line such as `Waiting list` above some rows becomes a column, which says it of each of them; not below a header of states. */
function withHeadings({ header, records }: Table): Table {
  const hasStates = (record: FileRecord): boolean => !isHeading(record) && stateOf(record.cells[0] ?? '') !== undefined;
  if (!records.some(isHeading) || records.some(hasStates)) return { header, records };
  let heading = '';
  const rows = records.flatMap((record) => {
    if (!isHeading(record)) return [{ ...record, cells: [heading, ...record.cells] }];
    heading = record.cells[0] ?? '';
    return [];
  });
  return { header: ['Status', ...header], records: rows };
}

function trimmed({ header, records }: Table): Table {
  const width = widthOf([{ cells: header }, ...records]);
  return { header: header.slice(0, width), records: records.map((record) => ({ ...record, cells: record.cells.slice(0, width) })) };
}

/** With the letters that web pages, and what WordPress exports, spell as `&#039;` or `&uuml;`; our own exports contain what was typed. */
const withLetters = ({ cells, ...record }: FileRecord): FileRecord => ({
  ...record,
  cells: cells.map((cell) =>
    cell.replaceAll(/(?:&#?\w+;)+/g, (written) => {
      let letter = '';
      new Parser({ ontext: (text) => (letter += text) }).end(written);
      return letter;
    }),
  ),
});

/** An address, behind the name of its person in brackets of any kind or after a bar. */
const BEHIND_NAME = /^(?:([^<>|(@]*\S)\s*[<|(]\s*)?([^\s<>|()@]+@[^\s<>|()@]+)[>)]?$/;

/** `Ann Lee <ann@example.com>` below one header, as two columns. */
function addressesApart({ header, records }: Table): Table {
  const kinds = header.map(kindOf);
  const partsOf = (record: FileRecord, at: number) => {
    const cell = record.cells[at] ?? '';
    const [, name = '', address = ''] = BEHIND_NAME.exec(cell) ?? (kinds[at] === 'email' ? ['', '', cell] : ['', cell]);
    return [name, address];
  };
  const at = kinds.findIndex((kind, index) => kind !== undefined && records.some((record) => partsOf(record, index).every(Boolean)));
  if (at < 0 || kinds.some((kind, index) => index !== at && (kind === 'email' || (kind === 'name' && kinds[at] === 'email'))))
    return { header, records };
  return {
    header: header.toSpliced(at, 1, kinds[at] === 'email' ? 'Name' : (header[at] ?? ''), 'Email'),
    records: records.map((record) => ({ ...record, cells: record.cells.toSpliced(at, 1, ...partsOf(record, at)) })),
  };
}

/** PostgreSQL exports yes and no as `t` and `f`. */
function withWords(records: readonly FileRecord[], width: number): readonly FileRecord[] {
  const isFlag = Array.from({ length: width }, (_, at) => at).map(
    (at) => records.every(({ cells }) => ['t', 'f', ''].includes(cells[at] ?? '')) && records.some(({ cells }) => cells[at] === 't'),
  );
  const words: Readonly<Record<string, string>> = { t: 'true', f: 'false' };
  const wordOf = (cell: string, at: number): string => (isFlag[at] === true ? (words[cell] ?? cell) : cell);
  return isFlag.includes(true) ? records.map((record) => ({ ...record, cells: record.cells.map(wordOf) })) : records;
}

/**
 * The table of people in a file: of several tables, the one with the most known columns, then the most addresses. A file without a known header is one table.
 * @throws InvalidFileError for an empty file or table, or too many rows
 */
function findTable(all: readonly FileRecord[], isKnown: IsKnown): Table & { readonly tables: number } {
  // A merged or printed list repeats its header on each page.
  const lineAt = (index = -1) => all[index]?.cells.join('\n');
  const pages = new Set(findHeaders(all, isKnown).filter((start, n, starts) => lineAt(start) === lineAt(starts[n - 1])));
  const unique = all.filter((_, index) => !pages.has(index));
  const isOurs = unique.some(({ cells }) => SIGNUPS_COUNT.some((name) => cells.includes(name)));
  const records = isOurs ? unique : unique.map(withLetters);
  const starts = findHeaders(records, isKnown);
  const tables =
    starts.length === 0
      ? [tableOf(withHeader(records), false)]
      : starts.map((start, n) => tableOf(records.slice(start, starts[n + 1]), n + 1 < starts.length));
  const ranked = tables.map((table) => ({ table, known: countKnown(table.header, isKnown), addresses: countAddresses(table) }));
  const [best] = ranked.toSorted((a, b) => b.known - a.known || b.addresses - a.addresses);
  if (best === undefined || records.length === 0) throw fileRefused('The file is empty.');
  if (best.table.records.length === 0) throw fileRefused('There are no rows below the header.');
  const table = trimmed(best.table);
  if (table.header.length > COLUMNS_MAX) throw fileTooLarge(`The file has more than ${counted(COLUMNS_MAX, 'column')}.`, 'Delete some.');
  const { header, records: rows } = addressesApart(peopleApart(withHeadings(table)));
  if (rows.length > IMPORT_ROWS_MAX) throw fileTooLarge(`The file has more than ${counted(IMPORT_ROWS_MAX, 'row')}.`);
  return { header, records: withWords(rows, header.length), tables: tables.length };
}
