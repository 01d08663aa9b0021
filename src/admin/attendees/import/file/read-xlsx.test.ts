import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readImportFile } from './read-file.ts';

const target = { event: { id: 'event', event_title: 'Open day', date: null, brunch_event: false }, fields: [] };
const readFile = async (file: File) => readImportFile(file, target);
const fileOf = (content: BlobPart, name: string) => new File([content], name);

test('IMP-32: an Excel file is read: the first sheet with a header, dates as days, and no hidden sheet', async () => {
  const sheets = [
    { name: 'Notes', rows: [['Made in spring']] },
    {
      name: 'Old',
      hidden: true,
      rows: [
        ['first_name', 'last_name', 'email'],
        ['x', 'y', 'x@example.com'],
      ],
    },
    {
      name: 'People',
      rows: [
        [],
        ['first_name', 'last_name', 'email', 'since', 'vegan'],
        ['Zoë', 'Lee', 'z@example.com', new Date('2027-03-08'), true],
        ['--', ' -- ', '#N/A'],
      ],
      rowDefs: new Map([[2, { hidden: true }]]),
    },
  ];
  const file = await readFile(fileOf(new Uint8Array(await writeXlsx({ sheets })), 'people.xlsx'));
  expect(file).toMatchObject({ header: ['first_name', 'last_name', 'email', 'since', 'vegan'] });
  expect(file.records).toEqual([{ line: 3, cells: ['Zoë', 'Lee', 'z@example.com', '2027-03-08', 'true'], isHidden: true }]);
});

test('IMP-32: a table in one column of an Excel file is read, with its hidden rows, but not instructions that name its columns', async () => {
  const sheets = [
    { name: 'Notes', rows: [['Fill in last name, email'], ['Write to a@example.com'], ['Or call']] },
    { name: 'Columns', rows: [['Columns: last name, email'], ['"Company" is optional']] },
    {
      name: 'People',
      rows: [['last_name,email,note'], ['Ray,y@example.com,"so\nhere"'], [], ['Lee,z@example.com,']],
      rowDefs: new Map([[3, { hidden: true }]]),
    },
  ];
  expect(await readFile(fileOf(new Uint8Array(await writeXlsx({ sheets })), 'people.xlsx'))).toMatchObject({
    header: ['last_name', 'email', 'note'],
    records: [
      { line: 2, cells: ['Ray', 'y@example.com', 'so\nhere'] },
      { line: 4, cells: ['Lee', 'z@example.com', ''], isHidden: true },
    ],
    tables: 1,
  });
});

test('IMP-32: a chart on its own sheet is skipped', async () => {
  const people = [
    ['last_name', 'email'],
    ['Lee', 'z@example.com'],
  ];
  const sheets = ['Chart', 'People'].map((name) => ({ name, rows: people }));
  const bytes = await writeXlsx({ sheets });
  // The names of both folders are equally long.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('xl/worksheets/sheet1.xml', 'xl/chartsheets/sheet.xml');
  const file = await readFile(fileOf(new Uint8Array(Buffer.from(text, 'latin1')), 'people.xlsx'));
  expect(file).toMatchObject({ header: people[0], records: [{ cells: people[1] }], tables: 1 });
});

test('IMP-32: an Excel file whose parts are named with backslashes is read', async () => {
  const people = [
    ['last_name', 'email'],
    ['Lee', 'z@example.com'],
  ];
  const text = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows: people }] })).toString('latin1');
  const bytes = Buffer.from(text.replaceAll(/(?<=xl|_rels|worksheets|docProps|theme)\//g, '\\'), 'latin1');
  expect(await readFile(fileOf(bytes, 'people.xlsx'))).toMatchObject({ header: people[0], records: [{ cells: people[1] }] });
});

test('IMP-32: numbers and times of an Excel file are read as their cells show them, unless that is rounded or has thousands separators', async () => {
  const shown = [
    [1067, '00000', '01067'],
    [5_551_234_567, '\\(000\\)\\ 000\\-0000', '(555) 123-4567'],
    [49_151_123_456, '"+"0', '+49151123456'],
    [0.25, '0%', '25%'],
    [0.256, '0%', '25.6%'],
    [0.5, '0.0%', '50%'],
    ...['0 %', '0\\ %', '0%;[Red]-0%', '0%_)', '[Green]0%'].map((format) => [0.25, format, '25%'] as const),
    [25, '0"%"', '25'],
    [0.1 + 0.2, 'General', '0.3'],
    [1234, '#,##0', '1234'],
    [0.999_999_99, 'hh:mm', '23:59'],
    [0.395_833_333, 'hh:mm', '09:30'],
    [46_000.395_83, 'yyyy-mm-dd hh:mm', '2025-12-09 09:30'],
    // As in strict workbooks.
    ['2027-03-08T00:00:00', 'yyyy-mm-dd', '2027-03-08'],
    ['1899-12-30T09:30:00.000', 'hh:mm', '09:30'],
  ] as const;
  const cells = new Map(shown.map(([value, numFmt], index) => [`1,${index + 2}`, { value, style: { numFmt } }]));
  const header = ['last_name', 'email', ...shown.map((_, index) => `q${index}`)];
  const rows = [header, ['Lee', 'z@example.com', ...shown.map(([value]) => value)]];
  const file = await readFile(fileOf(new Uint8Array(await writeXlsx({ sheets: [{ name: 'People', rows, cells }] })), 'people.xlsx'));
  expect(file.records[0]?.cells.slice(2)).toEqual(shown.map(([, , text]) => text));
});

test('IMP-32: in a file of an old Mac, days and times are what Excel shows', async () => {
  const cells = new Map([
    ['1,2', { value: 46_454 - 1_462, style: { numFmt: 'yyyy-mm-dd' } }],
    ['1,3', { value: 0.395_833_333, style: { numFmt: 'hh:mm' } }],
  ]);
  const sheets = [
    {
      name: 'People',
      rows: [
        ['last_name', 'email', 'day', 'time'],
        ['Lee', 'z@example.com'],
      ],
      cells,
    },
  ];
  const file = await readFile(fileOf(new Uint8Array(await writeXlsx({ sheets, dateSystem: '1904' })), 'people.xlsx'));
  expect(file.records[0]?.cells.slice(2)).toEqual(['2027-03-08', '09:30']);
});

test('IMP-32: merged cells have their value in each row, linked addresses are read, and people on other sheets are mentioned', async () => {
  const cells = new Map([
    ['2,2', { value: 'Write to Ben', hyperlink: { target: 'mailto:ben%40example.com?subject=Hello' } }],
    ['3,2', { value: 'Write to Cy', formula: 'HYPERLINK("mailto:cy@example.com?subject=Hello","Write to Cy")' }],
    ['1,4', { value: 7, style: { numFmt: '000' } }],
  ]);
  const header = ['first_name', 'last_name', 'email', 'organisation', 'table'];
  const rows = [
    header,
    ['Ann', 'Lee', 'ann@example.com', 'Acme', 7],
    ['Ben', 'Ray', 'Write to Ben', null],
    ['Cy', 'Roe', 'Write to Cy', null],
  ];
  const merges = [3, 4].map((column) => ({ startRow: 1, endRow: 3, startCol: column, endCol: column }));
  const sheets = [
    { name: 'Monday', rows, cells, merges },
    { name: 'Tuesday', rows: [header, ['Di', 'Fox', 'di@example.com', 'Beta']] },
    { name: 'Notes', rows: [['Bring chairs']] },
  ];
  const file = await readFile(fileOf(new Uint8Array(await writeXlsx({ sheets })), 'people.xlsx'));
  expect(file.records.map(({ cells: [, , ...read] }) => read)).toEqual([
    ['ann@example.com', 'Acme', '007'],
    ['ben@example.com', 'Acme', '007'],
    ['cy@example.com', 'Acme', '007'],
  ]);
  expect(file.tables).toBe(2);
});

test('IMP-32: formatting down to the last row of a sheet is not read', async () => {
  const rows = [
    ['Last name', 'Email'],
    ['Lee', 'z@example.com'],
  ];
  const cells = new Map([['1048575,0', { style: { numFmt: '0' } }]]);
  const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'People', rows, cells }] }));
  const from = performance.now();
  expect((await readFile(fileOf(bytes, 'people.xlsx'))).records).toHaveLength(1);
  expect(performance.now() - from).toBeLessThan(5_000);
});

test('an Excel file with values in the last column of many rows is refused before all its cells are created', async () => {
  const rows = Array.from({ length: 700 }, (_, row) => ({ value: row, at: `${row},16383` }));
  const cells = new Map(rows.map(({ value, at }) => [at, { value }]));
  const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'People', rows: [['Last name', 'Email']], cells }] }));
  await expect(readFile(fileOf(bytes, 'people.xlsx'))).rejects.toThrow('The table goes as far as cell XFD700.');
});

test('an Excel file with too many sheets, or with overlapping merged cells, is refused before they are read', async () => {
  const rows = [['Last name', 'Email'], ...Array.from({ length: 4_000 }, () => ['Lee', 'z@example.com'])];
  const written = async (sheets: WriteSheet[]) => fileOf(new Uint8Array(await writeXlsx({ sheets })), 'people.xlsx');
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `Day ${index}`, rows: rows.slice(0, 2) }));
  await expect(readFile(await written(many))).rejects.toThrow('The file has 101 sheets.');
  expect((await readFile(await written(many.slice(1)))).tables).toBe(100);
  const merges = rows.map(() => ({ startRow: 1, endRow: 4_000, startCol: 0, endCol: 0 }));
  await expect(readFile(await written([{ name: 'People', rows, merges }]))).rejects.toThrow('The table has too many merged cells.');
});

test.each(['xl/model/item1.data', 'xl/embeddings/1.bin', 'xl/charts/ch111.xml', 'xl/drawings/d11.xml', 'customXml/item1.xml'])(
  'IMP-32: %s of an Excel file does not count as shared text, however large',
  async (part) => {
    const rows = [
      ['Last name', 'Email'],
      ['Lee', 'z@example.com'],
    ];
    const written = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] })).toString('latin1');
    const bytes = Buffer.from(written.replaceAll('xl/theme/theme1.xml', part), 'latin1');
    bytes.writeUInt32LE(15_000_000, bytes.lastIndexOf(part) - 22);
    expect((await readFile(fileOf(bytes, 'people.xlsx'))).records).toHaveLength(1);
  },
);

test.each([
  ['[Content_Types].xml', 100_000_000, 'The file is larger than 5 MB.'],
  ['xl/sharedStrings.xml', 15_000_000, 'The file has too many names, texts or formats.'],
  ['xl/workbook.xml', 15_000_000, 'The file has too many names, texts or formats.'],
])('an Excel file whose %s takes %d bytes when unpacked is refused before it is unpacked', async (part, size, message) => {
  const rows = [
    ['Last name', 'Email'],
    ['Lee', 'z@example.com'],
  ];
  const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] }));
  const entry = bytes.lastIndexOf(part) - 46;
  const before = bytes.readUInt32LE(entry + 24);
  bytes.writeUInt32LE(size, entry + 24);
  await expect(readFile(fileOf(bytes, 'people.xlsx'))).rejects.toThrow(message);
  bytes.writeUInt32LE(before, entry + 24);
  expect((await readFile(fileOf(bytes, 'people.xlsx'))).records).toHaveLength(1);
});

test('IMP-5: blank columns after the last one with a name or a value are ignored, even without a header', async () => {
  const blank = ','.repeat(300);
  const headerOf = async (...lines: string[]) =>
    (await readFile(fileOf(lines.map((line) => `${line}${blank}\n`).join(''), 'list.csv'))).header;
  expect(await headerOf('last_name,email', 'Lee,a@example.com,x')).toEqual(['last_name', 'email', '']);
  expect(await headerOf('Lee,a@example.com')).toEqual(['Column 1', 'Column 2']);
});
