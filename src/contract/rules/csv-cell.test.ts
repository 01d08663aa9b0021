import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defuseCell, restoreCell } from './csv-cell.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x', "'=1", "''+1"])(
  'EXP-6: %j gets a leading apostrophe',
  (text) => expect(defuseCell(text)).toBe(`'${text}`),
);

test.each([
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x\t+1', "x\t'+1"],
  ['x|-1|@y', "x|'-1|'@y"],
  ['x,＝1', "x,'＝1"],
  ['x\n=1', "x\n'=1"],
  ["x;'=1", "x;''=1"],
  ['x;"=1"', `x;'"=1"`],
  ['=1;=2', "'=1;'=2"],
  ['\t=1', "'\t'=1"],
])('SEC-15, EXP-6: %j, which a spreadsheet with another separator would cut, becomes %j', (text, cell) => {
  expect(defuseCell(text)).toBe(cell);
});

test('SEC-15: no part of an exported cell is a formula, whatever separator the reader uses', () => {
  const parts = fc.array(fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\n', ';', ',', '|', '＝', 'a', ' '), { maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.constantFrom(';', ',', '|', '\t'), (text, separator) => {
      // The outer quotation marks mean nothing after a separator that is not ours.
      const [, ...cut] = defuseCell(text.join(''))
        .replaceAll('"', '""')
        .split(new RegExp(`[\\r\\n\\${separator}]`));
      for (const part of cut) expect(part.replace(/^"*/, '')).not.toMatch(/^[=+\-@＝]/);
    }),
  );
});

test.each(['', 'Ada', '1 - 2', 'ada@example.com', "'tis", "L'après-midi", "O'Neil", "''", 'a=b', 'a; b', 'a, +44 20', 'a;b=1'])(
  'EXP-6: %j is unchanged',
  (text) => {
    expect(defuseCell(text)).toBe(text);
  },
);

test('EXP-5, EXP-6: an imported cell is the same as before the export', () => {
  const cell = fc
    .array(fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '|', '＝', 'a', ' '), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(fc.property(fc.oneof(cell, fc.string()), (text) => restoreCell(defuseCell(text)) === text));
});
