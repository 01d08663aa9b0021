import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { clockOf } from '#contract/rules/event-date.ts';
import { DAY_MS } from '#contract/time.ts';

export type Cell = string | number | Date;
export type Rows = AsyncIterable<Iterable<readonly Cell[]>>;

const CELL_MAX = 32_767;
const SHEET_NAME_MAX = 31;
/** Rows written in one go: other calls are answered in between. */
const PART_ROWS = 100;
/** Excel's maximum, including the head. */
const ROWS_MAX = 1_048_576;
/** With three bytes each they stay below the four gigabytes of a file in a zip. */
const SHEET_LETTERS_MAX = 1_000_000_000;
/** Days from the first day of spreadsheets to that of `Date`. */
const FIRST_DAY = 25_569;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Positions in the list of formats. Edited text stays text; moments are shown in the reader's system format. */
const FORMAT = { text: 1, moment: 2, head: 3 } as const;
const STYLES = [
  `${XML}<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">',
  ...[
    [0, 0],
    [49, 0],
    [22, 0],
    [49, 1],
  ].map(
    ([format, font]) => `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  ),
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
];

const SPECIAL = /[&<>"_]|[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const NOT_IN_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Readers take `_x0041_` for an A. */
const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .replaceAll(NOT_IN_XML, '')
        .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
        .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    : text;

function cellOf(value: Cell, place: string, textStyle: number, zone: string): string {
  if (value === '') return '';
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  if (value instanceof Date)
    return `<c r="${place}" s="${FORMAT.moment}"><v>${clockOf(value, zone).getTime() / DAY_MS + FIRST_DAY}</v></c>`;
  const whole = value.length > CELL_MAX ? `${value.slice(0, CELL_MAX - 1)}…` : value;
  const space = whole.trim() === whole && !whole.includes('\n') ? '' : ' xml:space="preserve"';
  return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t${space}>${escaped(whole)}</t></is></c>`;
}

/** `A` to `Z`, `AA` and so on. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

interface Part {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** The sheets with the rows, each filled to its limit, then their list. */
async function* partsOf(title: string, head: readonly string[], batches: Rows, zone: string): AsyncGenerator<Part> {
  const letters = head.map((_, index) => letterOf(index));
  const rowOf = (cells: readonly Cell[], row: number, format: number = FORMAT.text): string =>
    `<row r="${row}">${cells.map((value, index) => cellOf(value, `${letters[index]}${row}`, format, zone)).join('')}</row>`;
  const unread = batches[Symbol.asyncIterator]();
  let waiting: (readonly Cell[])[] = [];
  let isAtEnd = false;
  async function* sheet(): AsyncGenerator<string> {
    let [row, size] = [1, 0];
    let text = `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${head.length}" width="20" customWidth="1"/></cols><sheetData>${rowOf(head, 1, FORMAT.head)}`;
    for (;;) {
      const next = waiting.length === 0 ? await unread.next() : undefined;
      isAtEnd = next?.done === true;
      if (next?.done === false) waiting = [...next.value];
      if (isAtEnd || row === ROWS_MAX || size > SHEET_LETTERS_MAX) break;
      text += waiting
        .splice(0, Math.min(PART_ROWS, ROWS_MAX - row))
        .map((cells) => rowOf(cells, (row += 1)))
        .join('');
      size += text.length;
      yield text;
      text = '';
    }
    const all = `A1:${letters.at(-1)}${row}`;
    yield `${text}</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
  }
  const name = title.replaceAll(/[\\/?*[\]:\p{Cc}\uFFFE\uFFFF]/gu, ' ').replace(/^[\s']+/, '');
  const sheets: string[] = [];
  do {
    const end = sheets.length === 0 ? '' : ` (${sheets.length + 1})`;
    const cut = name.slice(0, SHEET_NAME_MAX - end.length).replace(/(?<![\s'\p{Cs}])[\s'\p{Cs}]+$/u, '');
    // Excel reserves the sheet name History.
    sheets.push(escaped(cut.replace(/^(?:history)?$/i, 'Attendees') + end));
    yield { name: `xl/worksheets/sheet${sheets.length}.xml`, content: sheet() };
  } while (!isAtEnd);
  const ofSheets = (xml: (number: number, title: string) => string): string => sheets.map((each, index) => xml(index + 1, each)).join('');
  const related = (id: string, kind: string, path: string): string =>
    `<Relationship Id="${id}" Type="${SCHEMAS}/officeDocument/2006/relationships/${kind}" Target="${path}"/>`;
  const relations = (all: string): string => `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${all}</Relationships>`;
  const typed = (path: string, kind: string): string => `<Override PartName="/xl/${path}" ContentType="${TYPE}.${kind}+xml"/>`;
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${typed('workbook.xml', 'sheet.main')}${typed('styles.xml', 'styles')}${ofSheets((number) => typed(`worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
    '_rels/.rels': relations(related('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      related('styles', 'styles', 'styles.xml') + ofSheets((number) => related(`r${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
    ),
    'xl/styles.xml': STYLES.join(''),
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"><sheets>${ofSheets((number, each) => `<sheet name="${each}" sheetId="${number}" r:id="r${number}"/>`)}</sheets></workbook>`,
  };
  yield* Object.entries(files).map(([path, text]) => ({ name: path, content: [text] }));
}

function littleEndian(size: 2 | 4, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size);
  return bytes;
}
const short = (...values: readonly number[]): Buffer => littleEndian(2, values);
const long = (...values: readonly number[]): Buffer => littleEndian(4, values);

/** Version 2.0, sizes after the content, deflated, 1 January 1980. */
const ZIPPED = [20, 8, 8, 0, 33] as const;

/** A zip file of these parts, each packed while it is read. It begins once something is packed, so that an earlier failure is answered with an error status. */
async function* zipped(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let [offset, files] = [0, 0];
  for await (const { name, content } of parts) {
    let [sum, size, packed] = [0, 0, 0];
    const bytes = async function* (): AsyncGenerator<Buffer> {
      for await (const text of content) {
        const part = Buffer.from(text);
        sum = crc32(part, sum);
        size += part.length;
        yield part;
      }
    };
    const path = Buffer.from(name);
    const head = Buffer.concat([long(0x04_03_4b_50), short(...ZIPPED), long(0, 0, 0), short(path.length, 0), path]);
    const packer: AsyncIterable<Buffer> = pipeline(bytes, createDeflateRaw({ level: 4 }), () => undefined);
    for await (const part of packer) {
      yield packed === 0 ? Buffer.concat([head, part]) : part;
      packed += part.length;
    }
    const sizes = long(sum, packed, size);
    yield Buffer.concat([long(0x08_07_4b_50), sizes]);
    directory.push(long(0x02_01_4b_50), short(20, ...ZIPPED), sizes, short(path.length, 0, 0, 0, 0), long(0, offset), path);
    offset += head.length + packed + 4 + sizes.length;
    files += 1;
  }
  const list = Buffer.concat(directory);
  yield Buffer.concat([list, long(0x06_05_4b_50), short(0, 0, files, files), long(list.length, offset), short(0)]);
}

/** An Excel file as a stream, with a sheet named after the title. `batches` is read at the reader's pace, and no further once the reader has disconnected. */
export const xlsxFile = (title: string, head: readonly string[], batches: Rows, zone: string): Readable =>
  Readable.from(zipped(partsOf(title, head, batches, zone)), { objectMode: false });
