import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { contentDisposition, csvFile, exportFileName } from '#server/csv-file.ts';

/** Unlike `consumers.text`, keeps the byte-order mark. */
const text = async (file: Readable): Promise<string> => (await buffer(file)).toString();

async function* batches(...all: string[][][]): AsyncGenerator<string[][]> {
  yield* all;
}

const ID = '01a1f83c-695c-79f9-b592-9378df3ea20b';

test('a file of many parts, with letters of several bytes and cells longer than a part, has each row once', async () => {
  const row = (number: number): string[] => [
    `é€𝕏${'"'.repeat(number % 7)}`,
    '',
    number % 400 === 0 ? '=€'.repeat(50_000) : String(number),
    '',
  ];
  const rows = Array.from({ length: 2_000 }, (_, index) => row(index + 1));
  const quoted = rows.map(([name = '', , number = '']) => {
    const start = number.startsWith('=') ? "'" : '';
    return `"${name.replaceAll('"', '""')}",,"${start}${number}",\r\n`;
  });
  expect(await text(csvFile(['a', 'b', 'c', 'd'], batches(rows.slice(0, 900), [], rows.slice(900))))).toBe(
    `\ufeff"a","b","c","d"\r\n${quoted.join('')}`,
  );
});

test('a title cannot put a path or a line break into the file name', () => {
  const name = exportFileName({ title: '../a\\b:c\r\nd"e', id: ID }, 'csv', new Date('2026-01-02T00:00:00Z'), 0);
  expect(name).toBe(`..-a-b-c--d-e - ${ID} - 02-01-2026.csv`);
});

test.each(['q', 'é', '字', '👩‍👩‍👧', 'ש'])(
  'EXP-2: a name with 200 characters such as %s keeps its id and date, within 255 bytes and without cutting letters',
  (letter) => {
    const title = letter.repeat(200 / letter.length);
    const name = exportFileName({ title, id: ID }, 'xlsx', new Date('2026-01-02T00:00:00Z'), 0);
    expect(Buffer.byteLength(name)).toBeLessThan(255);
    expect(name.replaceAll(letter, '')).toBe(` - ${ID} - 02-01-2026.xlsx`);
    expect(Buffer.byteLength(name)).toBeGreaterThan(200);
  },
);

test('a file name is sent in ASCII and in UTF-8', () => {
  expect(contentDisposition('Été (50%) "x".csv')).toBe(
    `attachment; filename="_t_ (50_) _x_.csv"; filename*=UTF-8''%C3%89t%C3%A9%20%2850%25%29%20%22x%22.csv`,
  );
});
