import { expect, test } from 'vitest';
import { copiedCells } from './copied-cells.ts';

const rowsOf = (copied: string): string[][] => {
  const rows: string[][] = [];
  for (const { text, down, right } of copiedCells(copied)) (rows[down] ??= [])[right] = text;
  return rows;
};

test('USE-75: a line break within a copied cell begins no new row', () => {
  expect(rowsOf('One\r\n"Two\nlines"\r\nThree\r\n')).toEqual([['One'], ['Two\nlines'], ['Three']]);
  expect(rowsOf('a\t"b\r\nc"\td\r\ne\tf\tg\r\n')).toEqual([
    ['a', 'b\nc', 'd'],
    ['e', 'f', 'g'],
  ]);
});

test.each([
  ['"5"" disk"\tx', ['5" disk', 'x']],
  ['"Ann" Lee\tx', ['"Ann" Lee', 'x']],
  ['5" disk\tx', ['5" disk', 'x']],
  ['"\tx', ['"', 'x']],
])('USE-75: quotation marks around a cell that has some are left out: %j', (copied, cells) => {
  expect(rowsOf(copied)).toEqual([cells]);
});

test('USE-75: blank cells at the end of the block are part of it, what ends the last line is not', () => {
  expect(rowsOf('a\t\r\n\t\r\n')).toEqual([
    ['a', ''],
    ['', ''],
  ]);
  expect(rowsOf('a\nb')).toEqual([['a'], ['b']]);
});
