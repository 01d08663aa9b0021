import { describe, expect, test } from 'vitest';
import type { FieldType, PublicField } from '#contract/rules/active-fields.ts';
import { bodyOf } from './import-rows.ts';
import { type ImportTarget, readCsv, readImportFile } from './read-file.ts';

const event = { id: 'event', event_title: 'Open day', date: null, brunch_event: false };

const field = (label: string, name: string, rest: Partial<PublicField> = {}): PublicField => ({
  id: name,
  label,
  name,
  type: 'input' satisfies FieldType,
  required: true,
  options: [],
  order: 1,
  brunch_event: false,
  brunch_event_id: null,
  ...rest,
});

const target = (fields: PublicField[] = []): ImportTarget => ({ event, fields });
const HEAD = 'first_name,last_name,email';
const read = (text: string, fields?: PublicField[]) => readCsv(text, target(fields));
const bodies = (text: string, fields?: PublicField[]) => read(text, fields).rows.map((row) => bodyOf(row, 'not_accepting'));

const fileOf = (content: BlobPart, name = 'list.csv', type = 'text/csv') => new File([content], name, { type });
const readFile = async (file: File) => readImportFile(file, target());
const REFUSED = 'Error processing file. Please check format and try again.';

describe('encodings', () => {
  const text = `${HEAD}\r\nSiân,Zieliński,s@example.com`;
  /** Latin-1 letters have the same code in Windows-1252; the two others are looked up. */
  const windows1252 = (written: string) => Uint8Array.from(written, (letter) => ({ '’': 0x92, '€': 0x80 })[letter] ?? letter.charCodeAt(0));

  test.each([
    ['without a byte order mark', text],
    ['with a byte order mark', `\ufeff${text}`],
  ])('IMP-17: UTF-8 %s is read', async (_, content) => {
    const file = await readFile(fileOf(content));
    expect(file).toMatchObject({ encoding: 'UTF-8', columns: [{ header: 'first_name' }, {}, {}] });
    expect(file.rows[0]?.values).toMatchObject({ first_name: 'Siân', last_name: 'Zieliński' });
  });

  test('IMP-18: a file that is not UTF-8 is read as Windows-1252, including quotation marks and the euro sign', async () => {
    const file = await readFile(fileOf(windows1252(`${HEAD}\nSiân,O’Hara €,s@example.com`)));
    expect(file.encoding).toBe('Windows-1252');
    expect(file.rows[0]?.values).toMatchObject({ first_name: 'Siân', last_name: 'O’Hara €' });
  });

  test.each([
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, 0x61, 0])],
    ['big-endian UTF-16 with a mark', Uint8Array.from([0xfe, 0xff, 0, 0x61])],
  ])('VAL-20: %s is refused by name', async (_, bytes) => {
    await expect(readFile(fileOf(bytes))).rejects.toMatchObject({ message: REFUSED, detail: expect.stringContaining('UTF-16') });
  });

  test.each([
    ['UTF-16 without a mark', Uint8Array.from([0x61, 0, 0x62, 0])],
    ['a spreadsheet under another name', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14])],
  ])('VAL-20: %s is refused', async (_, bytes) => {
    await expect(readFile(fileOf(bytes))).rejects.toMatchObject({ message: REFUSED, detail: expect.stringContaining('CSV') });
  });
});

describe('files', () => {
  test('VAL-17: another type is refused', async () => {
    await expect(readFile(fileOf('x', 'list.xlsx', ''))).rejects.toThrow('Please input a CSV file');
  });

  test.each([
    ['list.CSV', 'application/vnd.ms-excel'],
    ['list', 'text/csv'],
  ])('VAL-17: %s of type %j is read as CSV', async (name, type) => {
    expect((await readFile(fileOf(`${HEAD}\na,b,c@d.e`, name, type))).rows).toHaveLength(1);
  });

  test('VAL-19: an unreadable file is reported as such', async () => {
    const gone = {
      name: 'a.csv',
      type: '',
      size: 1,
      arrayBuffer: async () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    };
    await expect(readImportFile(gone, target())).rejects.toThrow('Error reading file');
  });

  test('more than 5 MB is refused before it is read', async () => {
    const huge = { name: 'a.csv', type: '', size: 5_000_001, arrayBuffer: async () => Promise.reject(new Error('read')) };
    await expect(readImportFile(huge, target())).rejects.toThrow('The file is larger than 5 MB.');
  });

  test('20,000 rows are read, one more is refused', () => {
    const rows = (count: number) => `${HEAD}\n${'a,b,c@d.e\n'.repeat(count)}`;
    expect(read(rows(20_000)).rows).toHaveLength(20_000);
    expect(() => read(rows(20_001))).toThrow('The file has more than 20,000 rows.');
  });

  test.each([
    ['an open quote', `${HEAD}\n"a,b,c@d.e\nx,y,z@d.e`],
    ['a quote inside a quoted cell', `${HEAD}\n"a"b,c,c@d.e`],
    ['no header row', 'Ada,Marsh,ada@example.com'],
    ['nothing', ''],
    ['nothing but line breaks', '\n\r\n\n'],
    ['a header only', `${HEAD}\n`],
  ])('VAL-20, IMP-2: %s is refused', (_, text) => {
    expect(() => read(text)).toThrow(REFUSED);
  });

  test('VAL-20: an unclosed quote is reported with its line', () => {
    expect(() => read(`${HEAD}\na,"b\nb",c@d.e\n"a,b,c@d.e\n`)).toThrow(
      expect.objectContaining({ detail: expect.stringContaining('line 4') }),
    );
  });
});

describe('rows and lines', () => {
  test.each([
    ['commas', ',', ','],
    ['semicolons', ';', ';'],
    ['tabs', '\t', '\t'],
  ])('IMP-19: %s separate cells', (_, given, separator) => {
    const text = [
      ['first_name', 'last_name', 'email', 'message'],
      ['Ada', 'Marsh', 'ada@example.com', 'one, two'],
    ]
      .map((cells) => cells.map((cell) => (given === ',' ? `"${cell}"` : cell)).join(given))
      .join('\n');
    expect(read(text)).toMatchObject({ separator, rows: [{ values: { message: 'one, two', email: 'ada@example.com' }, problems: [] }] });
  });

  test('IMP-20: a quoted line break stays in its cell, and counts in later line numbers', () => {
    const { rows } = read(`${HEAD},message\r\nAda,Marsh,ada@example.com,"one\r\ntwo ""three"""\r\nBen,,ben@example.com,\r\n`);
    expect(rows[0]?.values.message).toBe('one\r\ntwo "three"');
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  test('IMP-5: empty lines and blank rows are skipped, but count as lines', () => {
    expect(read(`\n${HEAD}\n\na,b,c@d.e\n , ,\n\na,b,e@d.e\n\n`).rows.map(({ line }) => line)).toEqual([4, 7]);
  });

  test.each(['\n', '\r\n', '\r'])('rows end with %j', (end) => {
    const text = [HEAD, 'a,b,c@d.e', '"x",y,"z@d.e"', ''].join(end);
    expect(read(text).rows.map(({ line, values }) => [line, values.email])).toEqual([
      [2, 'c@d.e'],
      [3, 'z@d.e'],
    ]);
  });

  test('a file may mix two kinds of line breaks', () => {
    expect(read(`${HEAD}\na,b,c@d.e\r\n"x","y","z@d.e"\r\nq,r,s@d.e`).rows.map(({ values }) => values.email)).toEqual([
      'c@d.e',
      'z@d.e',
      's@d.e',
    ]);
  });
});

describe('columns', () => {
  test('IMP-2, IMP-21: headers match regardless of case, spaces and hyphens', () => {
    const { columns } = read('First Name,LAST-NAME, e-mail ,Job title,ORGANISATION,Message,Marketing\nAda,Marsh,ada@example.com,,,,');
    expect(columns.map(({ target: each }) => each?.key)).toEqual([
      'first_name',
      'last_name',
      'email',
      'job_title',
      'organisation',
      'message',
      'marketing',
    ]);
  });

  test.each([
    ['first_name', 'last_name,email'],
    ['last_name', 'first_name,email'],
    ['email', 'first_name,last_name'],
  ])('IMP-3: a file without %s is refused, and the missing column named', (missing, head) => {
    expect(() => read(`${head}\na,b`)).toThrow(expect.objectContaining({ message: REFUSED, detail: expect.stringContaining(missing) }));
  });

  test('IMP-4: job_title, organisation and message may be missing', () => {
    expect(bodies(`${HEAD}\nAda,Marsh,ada@example.com`)).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Marsh',
        email: 'ada@example.com',
        job_title: '',
        organisation: '',
        message: null,
        accepts_marketing: false,
      },
    ]);
  });

  test('IMP-23: job_title, organisation and message are sent', () => {
    expect(bodies(`${HEAD},message,organisation,job_title\nAda,Marsh,ada@example.com,Hello,Kestrel,Lead`)).toMatchObject([
      { message: 'Hello', organisation: 'Kestrel', job_title: 'Lead' },
    ]);
  });

  test('two columns with the same target are refused by name', () => {
    expect(() => read(`${HEAD},E-Mail\na,b,c@d.e,f@g.h`)).toThrow(
      expect.objectContaining({ message: REFUSED, detail: 'Two columns are for Email: “email” and “E-Mail”.' }),
    );
  });

  test('IMP-24: a column that matches the key or label of a custom field becomes its answer', () => {
    const fields = [field('What shall we cook?', 'diet'), field('T-shirt size', 't-shirt_size')];
    expect(bodies(`${HEAD},DIET,T Shirt Size\na,b,c@d.e,vegan,L`, fields)).toMatchObject([{ diet: 'vegan', 't-shirt_size': 'L' }]);
    expect(bodies(`${HEAD},what shall we cook?\na,b,c@d.e,vegan`, fields)).toMatchObject([{ diet: 'vegan' }]);
  });

  test('IMP-24: the exact key of a field matches before a similar header', () => {
    const { columns } = read(`${HEAD},e-mail\na,b,c@d.e,2`, [field('E-mail', 'e-mail')]);
    expect(columns.map(({ target: each }) => each?.key)).toEqual(['first_name', 'last_name', 'email', 'e-mail']);
  });

  test('IMP-25: other columns, including those of disclaimers and of another brunch, are ignored', () => {
    const fields = [
      field('Terms', 'terms', { type: 'disclaimer' }),
      field('Menu', 'menu', { brunch_event: true, brunch_event_id: 'other' }),
    ];
    const { columns, rows } = read(`${HEAD},Fax,terms,menu,,submitted_at\na,b,c@d.e,1,2,3,4,5`, fields);
    expect(columns.slice(3).map(({ target: each }) => each)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(Object.keys(rows[0]?.values ?? {})).toEqual(['first_name', 'last_name', 'email']);
  });
});

describe('problems by line', () => {
  const problemsOf = (text: string, fields?: PublicField[]) => read(text, fields).rows[0]?.problems;

  test.each([
    [',Marsh,ada@example.com', ['First name is required']],
    ['Ada,,ada@example.com', ['Last name is required']],
    ['Ada,Marsh,', ['Email is required']],
    ['Ada,Marsh,ada@example', ['Please enter a valid email address']],
    [' ,,nobody', ['First name is required', 'Last name is required', 'Please enter a valid email address']],
    [`Ada,Marsh,ada@example.com,${'x'.repeat(2_000)}`, [expect.stringMatching(/^Organisation: Please use at most/)]],
    ['Ada,Marsh,ada@example.com,Armitage, Daughters', ['The row has more cells than the header']],
    ['Ada,Marsh,ada@example.com,,,', []],
    ['Ada,Marsh,ada@example.com', []],
  ])('IMP-9: %j has %j', (row, problems) => {
    expect(problemsOf(`${HEAD},organisation\n${row}`)).toEqual(problems);
  });

  test("IMP-9: answers are validated by their fields' rules, but required ones may be blank", () => {
    const fields = [field('Size', 'size', { type: 'select', options: ['S', 'L'] }), field('Step-free', 'step', { type: 'checkbox' })];
    const row = (size: string, step: string) => problemsOf(`${HEAD},size,step\na,b,c@d.e,${size},${step}`, fields);
    expect(row('S', 'yes')).toEqual([]);
    expect(row('', '')).toEqual([]);
    expect(row('XL', 'maybe')).toEqual(['Size: Please choose one of the options', 'Step-free: Please answer with true or false']);
  });

  test('a repeated address is reported with the line of the first valid row that has it', () => {
    const { rows } = read(`${HEAD}\n,b,c@d.e\na,b,C@D.E\na,b,c@d.e`);
    expect(rows.map(({ repeatOf }) => repeatOf)).toEqual([undefined, undefined, 3]);
  });
});

describe('marketing', () => {
  const row = (cell: string) => {
    const [only] = read(`${HEAD},marketing\na,b,c@d.e,"${cell}"`).rows;
    if (only === undefined) throw new Error('no row');
    return only;
  };

  test.each(['yes', 'Yes', 'x', '1', 'true', 'never'])('IMP-6: %j is consent', (cell) => {
    expect(row(cell).saysNo).toBe(false);
    expect(bodyOf(row(cell), 'not_accepting').accepts_marketing).toBe(true);
  });

  test.each(['', ' ', '\t'])('IMP-6, IMP-26: %j is no consent', (cell) => {
    expect(row(cell).saysNo).toBe(false);
    expect(bodyOf(row(cell), 'accepting').accepts_marketing).toBe(false);
  });

  test.each(['no', 'No', ' NO ', 'n', 'false', 'FALSE', '0'])('IMP-10: %j says no, and staff are asked what it means', (cell) => {
    expect(row(cell).saysNo).toBe(true);
    expect(bodyOf(row(cell), 'not_accepting').accepts_marketing).toBe(false);
    expect(bodyOf(row(cell), 'accepting').accepts_marketing).toBe(true);
  });
});
