import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { xlsxFile } from '#server/xlsx-file.ts';

test('EXP-12: rows beyond 1,048,575 are on a second sheet, under the same headings', { timeout: 120_000 }, async () => {
  async function* batches() {
    for (let row = 1; row <= 1_048_576; row += 4_096)
      yield Array.from({ length: Math.min(4_096, 1_048_577 - row) }, (_, index) => [row + index]);
  }
  const { sheets } = await readXlsx(await buffer(xlsxFile('Every name of the whole long list', ['No'], batches(), 'UTC')), { sheets: [1] });
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([['Every name of the whole lon (2)', [['No'], [1_048_576]]]]);
});

test.each([
  ['', 'Attendees'],
  ['History', 'Attendees'],
  ['\ufffe', 'Attendees'],
  [`${'x'.repeat(30)}'s`, 'x'.repeat(30)],
  ["'Quoted'", 'Quoted'],
  ['a\u0007b"c', 'a b"c'],
  [`${'x'.repeat(30)}\u{1f600}`, 'x'.repeat(30)],
  [`${'x'.repeat(29)}'\u{1f600}`, 'x'.repeat(29)],
])('EXP-12: a sheet of ‘%s’ is named ‘%s’', async (title, name) => {
  async function* none() {}
  const { sheets } = await readXlsx(await buffer(xlsxFile(title, ['No'], none(), 'UTC')));
  expect(sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([[name, [['No']]]]);
});

test('EXP-7: a failure while the rows are read ends the file with it', async () => {
  async function* broken() {
    yield [['1']];
    throw new Error('lost');
  }
  await expect(buffer(xlsxFile('a', ['No'], broken(), 'UTC'))).rejects.toThrow('lost');
});
