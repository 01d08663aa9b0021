import { describe, expect, test } from 'vitest';
import { readCsv, readImportFile } from './read-file.ts';

const event = { id: 'event', event_title: 'Open day', date: null, brunch_event: false };

const target = { event, fields: [] };
const HEAD = 'first_name,last_name,email';
const read = (text: string) => readCsv(text, target);

const fileOf = (content: BlobPart, name = 'list.csv', type = 'text/csv') => new File([content], name, { type });
const readFile = async (file: File) => readImportFile(file, target);
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
    expect(file).toMatchObject({ encoding: 'UTF-8', header: ['first_name', 'last_name', 'email'] });
    expect(file.records[0]?.cells).toEqual(['Siân', 'Zieliński', 's@example.com']);
  });

  test('IMP-18: a file that is not UTF-8 is read as Windows-1252, including quotation marks and the euro sign', async () => {
    const file = await readFile(fileOf(windows1252(`${HEAD}\nSiân,O’Hara €,s@example.com`)));
    expect(file.encoding).toBe('Windows-1252');
    expect(file.records[0]?.cells).toEqual(['Siân', 'O’Hara €', 's@example.com']);
  });

  test.each([
    ['little-endian with a mark', 'le', '\ufeff'],
    ['big-endian with a mark', 'be', '\ufeff'],
    ['little-endian', 'le', ''],
    ['big-endian', 'be', ''],
  ])('UTF-16, %s, is read', async (_, order, mark) => {
    const bytes = Buffer.from(`${mark}${text}`, 'utf16le');
    const file = await readFile(fileOf(order === 'le' ? bytes : bytes.swap16()));
    expect(file).toMatchObject({ encoding: 'UTF-16', header: ['first_name', 'last_name', 'email'] });
    expect(file.records[0]?.cells[1]).toBe('Zieliński');
  });

  const OLD = ['windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'windows-1254', 'windows-1257'];
  const NAMES = ['Windows-1252', 'Mac Roman', 'Windows-1250', 'Windows-1251', 'Windows-1254', 'Windows-1257'];
  test('IMP-18: the encoding of a file with a cell of 90,000 letters is found in time', async () => {
    const file = await readFile(fileOf(windows1252(`${HEAD},note\nSiân,O’Hara,s@example.com,${'a'.repeat(90_000)}`)));
    expect([file.encoding, file.records[0]?.cells[0]]).toEqual(['Windows-1252', 'Siân']);
  });

  /** The bytes of a text in an old encoding. */
  function encode(written: string, decoder: string): Uint8Array<ArrayBuffer> {
    const codes = new Map(Array.from({ length: 256 }, (_, code) => [new TextDecoder(decoder).decode(Uint8Array.of(code)), code]));
    return Uint8Array.from(written, (letter) => codes.get(letter) ?? 0x3f);
  }

  test.each([
    [0, 'Jürgen Groß', 'Hélène Lefèvre', 'José Muñoz'],
    [0, 'João Conceição', 'Åse Björk', 'Tõnu Jõgi'],
    [1, 'Müller', 'Jérôme', 'Zoë Çelik'],
    [1, 'Søren Kjær', 'Peña Núñez', 'Weiß'],
    [2, 'Łukasz Dvořák', 'Wiśniewski', 'Zieliński'],
    [2, 'Győző Szűcs', 'Kovačić', 'Růžička'],
    [3, 'Иванов', 'Ольга Щукина', 'Юлия'],
    [3, 'Шевченко', 'Київ', 'Ђорђевић'],
    [4, 'Çağlar Öztürk', 'İpek', 'Şahin'],
    [5, 'Žydrūnas Šimkūnas', 'Rūta', 'Kęstutis'],
    [5, 'Jānis Bērziņš', 'Līga', 'Kārlis'],
  ])('IMP-18: names in an old encoding are recognised by which gives words (%i: %s)', async (index, ...names) => {
    const content = encode(`${HEAD}\n${names.map((name) => `${name},x,a@example.com`).join('\n')}`, OLD[index] ?? '');
    const file = await readFile(fileOf(content));
    expect(file.encoding).toBe(NAMES[index]);
    expect(file.records.map(({ cells }) => cells[0])).toEqual(names);
    expect(file.guessed?.readAs('Windows-1252').encoding).toBe('Windows-1252');
  });

  test.each([
    ['GB18030', '王伟 李娜 欧阳梓涵', 'cdf5ceb020c0eec4c820c5b7d1f4e8f7baad'],
    ['Big5', '王小明 林志玲 陳怡君', 'a4fda470a9fa20aa4ca7d3acc220b3afa9c9a767'],
    ['Shift_JIS', '田中さくら 鈴木一郎 山本タロウ', '9363928682b382ad82e72097e996d888ea9859208e52967b835e838d8345'],
    ['EUC-KR', '김민준 이서연 홍길동', 'b1e8b9cec1d820c0ccbcadbfac20c8abb1e6b5bf'],
  ])('IMP-18: names in %s are recognised by its common letters', async (encoding, names, hex) => {
    const bytes = Buffer.concat([Buffer.from(`${HEAD}\n`), Buffer.from(hex, 'hex'), Buffer.from(',x,a@example.com')]);
    const file = await readFile(fileOf(bytes));
    expect([file.encoding, file.records[0]?.cells[0]]).toEqual([encoding, names]);
    expect(file.guessed?.readAs('Windows-1252').encoding).toBe('Windows-1252');
  });

  test('IMP-27, IMP-32: cells written for Excel as formulas of a text are read as that text, and those of failed formulas are empty', async () => {
    const file = await readFile(fileOf(`${HEAD}\n="0049","=""Lee""","=1+1"\n#N/A,#WERT!,#DIV/0!\n#1,#N/A?,# N/A`));
    expect(file.records.map(({ cells }) => cells)).toEqual([
      ['0049', 'Lee', '=1+1'],
      ['#1', '#N/A?', '# N/A'],
    ]);
  });

  test('IMP-27: what databases write for missing values is read as empty', () => {
    expect(read(`${HEAD}\nNULL,\\N,(null)\nNull,null,Nullmann`).records.map(({ cells }) => cells)).toEqual([['Null', 'null', 'Nullmann']]);
  });

  test.each([
    ["'first_name','last_name','email','phone'\n'Ann','O'Hara','ann@example.com','+44 20'", ['Ann', "O'Hara", 'ann@example.com', '+44 20']],
    ["'first_name','last_name','email','phone'\n'Ann','O''Hara','ann@example.com',''", ['Ann', "O'Hara", 'ann@example.com', '']],
    ["first_name,last_name,email,phone\n'Ann,'Lee,'ann@example.com,'+44 20", ['Ann', 'Lee', 'ann@example.com', '+44 20']],
    ["first_name,last_name,email,phone\n'Ann','(Lee)','ann@example.com',''", ['Ann', '(Lee)', 'ann@example.com', '']],
    ["first_name,last_name,email,phone\nAnn,'quoted',ann@example.com,'n Roll", ['Ann', "'quoted'", 'ann@example.com', "'n Roll"]],
  ])('IMP-27: apostrophes that a tool adds to every cell are not part of the values (%j)', (text, cells) => {
    const file = read(text);
    expect([file.header, file.records[0]?.cells]).toEqual([['first_name', 'last_name', 'email', 'phone'], cells]);
  });

  test('IMP-27: the first line of a pasted list of addresses with names is a person', () => {
    const file = read("Ann Lee <ann@example.com>\n'Ben Ray' <ben@example.com>");
    expect([file.header, file.records.map(({ line, cells: [name] }) => `${line} ${name}`)]).toEqual([
      ['Name', 'Email'],
      ['1 Ann Lee', '2 Ben Ray'],
    ]);
    expect(read('Email (as ann@example.com),Name\nben@example.com,Ben').header).toEqual(['Email (as ann@example.com)', 'Name']);
  });

  test('VAL-20: an archive that is not an Excel file is refused', async () => {
    const bytes = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14]);
    await expect(readFile(fileOf(bytes))).rejects.toMatchObject({ message: REFUSED, detail: expect.stringContaining('Excel') });
  });
});

describe('files', () => {
  test.each([
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['zero bytes', Uint8Array.from([0x61, 0x62, 0x63, 0])],
  ])('VAL-17: %s is refused, whatever its name', async (_, bytes) => {
    await expect(readFile(fileOf(bytes))).rejects.toThrow('Please input a CSV file');
  });

  test.each([
    ['an old Excel file', '\u00D0\u00CF\u0011\u00E0\u00A1', 'This is an old Excel file (.xls), or it has a password. Save'],
    ['a PDF', '%PDF-1.7\n1 0 obj\nann@example.com', 'This is a PDF. Save'],
    ['a page that is called .xls', '<html xmlns:o="x"><table><tr><td>Email', 'This is a web page. Open it in Excel first. Save'],
    ['a letter', '{\\rtf1 Ann, ann@example.com}', 'This is a text document. Save'],
    ['a card', 'BEGIN:VCARD\nFN:Ann Lee', "This isn't a table. Save"],
    ['JSON', ' [{"email": "ann@example.com"}]', "This isn't a table. Save"],
    ['an OpenDocument file', 'PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'This is an OpenDocument file. Save'],
    ['a Numbers file', 'PK\u0003\u0004Index/Document.iwa', 'This is a Numbers file. In Numbers, choose File'],
    ['an archive of lists', `PK\u0003\u0004${'x'.repeat(200_000)}subscribed.csv`, 'This is an archive. Unpack it'],
  ])('VAL-17, IMP-32: %s is refused with what to do', async (_, content, detail) => {
    const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
    const refused = { message: 'Please input a CSV file', detail: expect.stringContaining(detail) };
    await expect(readFile(fileOf(bytes, 'list.csv'))).rejects.toMatchObject(refused);
  });

  test.each(['list.CSV', 'list', 'list.tsv', 'list.txt', 'list.xls'])(
    'VAL-17, IMP-32: text is read by its content, called %s',
    async (name) => {
      expect((await readFile(fileOf(`${HEAD}\na,b,c@d.e`, name, ''))).records).toHaveLength(1);
    },
  );

  test('VAL-19: an unreadable file is reported as such', async () => {
    const gone = {
      name: 'a.csv',
      type: '',
      size: 1,
      arrayBuffer: async () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    };
    await expect(readImportFile(gone, target)).rejects.toThrow('Error reading file');
  });

  test('more than 5 MB is refused before it is read', async () => {
    const huge = { name: 'a.csv', type: '', size: 5_000_001, arrayBuffer: async () => Promise.reject(new Error('read')) };
    await expect(readImportFile(huge, target)).rejects.toThrow('The file is larger than 5 MB.');
  });

  test('20,000 rows are read, one more is refused', () => {
    const rows = (count: number) => `${HEAD}\n${'a,b,c@d.e\n'.repeat(count)}`;
    expect(read(rows(20_000)).records).toHaveLength(20_000);
    expect(() => read(rows(20_001))).toThrow('The file has more than 20,000 rows.');
  });

  test.each([
    ['an open quote', `${HEAD}\n"a,b,c@d.e\nx,y,z@d.e`],
    ['a quote inside a quoted cell', `${HEAD}\n"a"b,c,c@d.e`],
    ['nothing', ''],
    ['nothing but line breaks', '\n\r\n\n'],
    ['a header only', `${HEAD}\n`],
  ])('VAL-20, IMP-2: %s is refused', (_, text) => {
    expect(() => read(text)).toThrow(REFUSED);
  });

  test('VAL-20: an open quote below the header does not make it a file with another separator', () => {
    for (const separator of [',', ';', '\t']) {
      const text = `${HEAD}\na,"b,c@d.e\nx,y,z@d.e\n`.replaceAll(',', separator);
      expect(() => read(text)).toThrow(expect.objectContaining({ detail: expect.stringContaining('quotation mark on line 2') }));
    }
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
    expect(read(text)).toMatchObject({ separator, records: [{ cells: ['Ada', 'Marsh', 'ada@example.com', 'one, two'] }] });
  });

  test('IMP-20: a quoted line break stays in its cell, and counts in later line numbers', () => {
    const { records } = read(`${HEAD},message\r\nAda,Marsh,ada@example.com,"one\r\ntwo ""three"""\r\nBen,,ben@example.com,\r\n`);
    expect(records[0]?.cells[3]).toBe('one\r\ntwo "three"');
    expect(records.map(({ line }) => line)).toEqual([2, 4]);
  });

  test.each([
    ['"Ann", "Lee", "ann@example.com", "Acme, Inc."', ['Ann', 'Lee', 'ann@example.com', 'Acme, Inc.']],
    ['Ann    ,\t"Lee" ,\u2009"ann@example.com",\u3000 "Acme ""&"" Co, Inc."\t ', ['Ann', 'Lee', 'ann@example.com', 'Acme "&" Co, Inc.']],
    ['  "Ann";"Lee" ; "ann@example.com"; "A; B\nC"', ['Ann', 'Lee', 'ann@example.com', 'A; B\nC']],
    ['Ann\tLee\tann@example.com\tsays, "hi", often', ['Ann', 'Lee', 'ann@example.com', 'says, "hi", often']],
  ])('VAL-20, IMP-20: blanks around quotation marks are not part of the cell, nor is the Ctrl+Z of DOS a row: %s', (row, cells) => {
    const header = ['first_name', 'last_name', 'email', 'message'].join(/[,;\t]/.exec(row)?.[0] ?? ',');
    expect(read(`${header}\n${row}\n\u001a\n`).records.map((record) => record.cells)).toEqual([cells]);
  });

  test.each([
    ['"says \\"hi\\", bye"', 'says "hi", bye'],
    ['"\\"Annie\\" Lee"', '"Annie" Lee'],
    ['"a ""b"" \\"c\\""', 'a "b" "c"'],
    ['"C:\\"', 'C:\\'],
  ])('VAL-20: quotation marks after a backslash are part of the cell, as MySQL and PHP write them (%s)', (cell, text) => {
    expect(read(`${HEAD},message\n"Ann","Lee","ann@example.com",${cell}\n`).records[0]?.cells[3]).toBe(text);
  });

  test('IMP-5: empty lines and blank rows are skipped, but count as lines', () => {
    expect(read(`\n${HEAD}\n\na,b,c@d.e\n , ,\n\na,b,e@d.e\n\n`).records.map(({ line }) => line)).toEqual([4, 7]);
  });

  test.each(['\n', '\r\n', '\r'])('rows end with %j', (end) => {
    const text = [HEAD, 'a,b,c@d.e', '"x",y,"z@d.e"', ''].join(end);
    expect(read(text).records.map(({ line, cells }) => [line, cells[2]])).toEqual([
      [2, 'c@d.e'],
      [3, 'z@d.e'],
    ]);
  });

  test('IMP-20: lines that end with two carriage returns and a line feed are read like others', () => {
    const file = read(`${HEAD},message\r\r\n"Ann, B",Lee,a@example.com,"one\r\r\ntwo"\r\r\n"Bo","Ray","b@example.com",""\r\r\n`);
    expect(file.records.map(({ cells }) => cells)).toEqual([
      ['Ann, B', 'Lee', 'a@example.com', 'one\r\ntwo'],
      ['Bo', 'Ray', 'b@example.com', ''],
    ]);
  });

  test('IMP-20: rows that end with a carriage return may have line feeds in their cells', () => {
    const { records } = read(`${HEAD},message\rAnn,Lee,ann@example.com,"line 1\nline 2"\rBob,Ray,bob@example.com,ok\r`);
    expect(records.map(({ cells }) => cells.at(-1))).toEqual(['line 1\nline 2', 'ok']);
  });

  test.each([
    ['sep=;\r\nfirst_name;last_name;email\r\nAnn,;Lee;ann@example.com', ';'],
    ['sep=,\nfirst_name,last_name,email\nAnn;x;y;z,Lee,ann@example.com', ','],
    ['\ufeffSEP=|\nfirst_name|last_name|email\nAnn|Lee|ann@example.com', '|'],
    ['"sep=;"\nfirst_name;last_name;email\nAnn;Lee;ann@example.com', ';'],
  ])('IMP-19: a first line such as sep=; names the separator (%j)', (text, separator) => {
    const file = read(text);
    expect(file).toMatchObject({ separator, header: ['first_name', 'last_name', 'email'] });
    expect(file.records.map(({ line, cells }) => [line, cells.length])).toEqual([[3, 3]]);
  });

  test('IMP-27: one of several tables is read, and a repeated header on each page is not a new table', () => {
    const pages = read(`Page 1\n${HEAD}\na,b,c@d.e\n${HEAD}\nx,y,z@d.e`);
    expect([pages.tables, pages.records.map(({ line }) => line)]).toEqual([1, [3, 5]]);
    const two = read(`Speakers\nEmail,Last name\ns@d.e,S\n\nGuests\n${HEAD},company\na,b,c@d.e,K\nx,y,z@d.e,`);
    expect([two.tables, two.records.map(({ line }) => line)]).toEqual([2, [7, 8]]);
  });

  test('IMP-27: a line of text with the words of a header is not a header without addresses below it', () => {
    const file = read(`Mail,Note\nPlease read,first\n${HEAD}\na,b,c@d.e`);
    expect([file.tables, file.header, file.records.map(({ line }) => line)]).toEqual([1, ['first_name', 'last_name', 'email'], [4]]);
  });

  test('a file may mix two kinds of line breaks', () => {
    expect(read(`${HEAD}\na,b,c@d.e\r\n"x","y","z@d.e"\r\nq,r,s@d.e`).records.map(({ cells }) => cells[2])).toEqual([
      'c@d.e',
      'z@d.e',
      's@d.e',
    ]);
  });
});
