import { expect, test } from 'vitest';
import { copiedCells, copiedLines } from './copied-cells.ts';

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
])('USE-75: quotation marks around a cell that has some are omitted: %j', (copied, cells) => {
  expect(rowsOf(copied)).toEqual([cells]);
});

test('USE-75: blank cells at the end of the block are part of it, what ends the last line is not', () => {
  expect(rowsOf('a\t\r\n\t\r\n')).toEqual([
    ['a', ''],
    ['', ''],
  ]);
  expect(rowsOf('a\nb')).toEqual([['a'], ['b']]);
});

test.each([
  ['Small\r\n"5"" disk"\r\n"Large\nblue"\r\n', 'Small\n5" disk\nLarge blue'],
  ['Small\tMedium\tLarge\r\n', 'Small\nMedium\nLarge'],
  ['S\tSmall\r\n\tLarge\r\n', 'S Small\nLarge'],
])('USE-44: rows of a spreadsheet, or the cells of one, become lines: %j', (copied, lines) => {
  const clipboard = (html: string) => ({ getData: (type: string) => (type === 'text/html' ? html : copied) });
  expect(copiedLines(clipboard('<table><tr><td>'))).toBe(lines);
  expect(copiedLines(clipboard(''))).toBe(copied);
});
