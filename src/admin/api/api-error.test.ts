import { expect, test } from 'vitest';
import { adviceOf, ApiError } from './api-error.ts';

const adviceAfter = (status: number): string =>
  adviceOf(new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: '', status, detail: '' } }));

test('the advice after a failed read fits its cause', () => {
  expect(adviceOf(new ApiError({ kind: 'unreachable' }))).toBe('Nothing was lost. Check the connection, then try again.');
  for (const status of [429, 500, 503]) expect(adviceAfter(status)).toBe('Nothing was lost. Try again in a moment.');
  expect(adviceAfter(403)).toBe('Nothing was lost. Try again, or go back.');
  expect(adviceAfter(404)).toBe('It may have been deleted, or the address is wrong.');
  expect(adviceOf(new TypeError('A fault of the app'))).toBe('Nothing was lost. Try again, or go back.');
});
