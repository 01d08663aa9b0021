import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defuseCell, restoreCell } from './csv-cell.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', "'=1", "''+1"])(
  'EXP-6: %j gets a leading apostrophe',
  (text) => expect(defuseCell(text)).toBe(`'${text}`),
);

test.each(['', 'Ada', '1 - 2', 'ada@example.com', "'tis", "''", 'a=b'])('EXP-6: %j stays as it is', (text) => {
  expect(defuseCell(text)).toBe(text);
});

test('EXP-5, EXP-6: taking the apostrophe off again gives just what was there, whatever it was', () => {
  const cell = fc
    .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', 'a', ' '), { maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(fc.property(fc.oneof(cell, fc.string()), (text) => restoreCell(defuseCell(text)) === text));
});
