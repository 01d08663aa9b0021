import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import type { Submission } from '#contract/attendees/submission.ts';
import { outOfTurn } from './registration-actions.tsx';

const waiting = (position: number, isUnreachable = false): Submission =>
  ({ id: `number ${position}`, _registration: { status: 'waiting', position, mail_failed: isUnreachable } }) as Submission;

test.each<[string, number[], number[], number | undefined]>([
  ['the first', [1], [], undefined],
  ['the second', [2], [], 2],
  ['the second, after one who is passed over', [2], [1], undefined],
  ['the second, before one who is passed over', [2], [3], 2],
  ['the first two', [1, 2], [], undefined],
  ['the third and the fourth', [3, 4], [], 4],
  ['the second and the fourth, the others passed over', [2, 4], [1, 3], undefined],
])('WTL-25: someone else is before them: %s', (_whom, chosen, unreachable, last) => {
  const loaded = [1, 2, 3, 4, 5].map((position) => waiting(position, unreachable.includes(position)));
  const chosenRows = loaded.filter((_row, index) => chosen.includes(index + 1));
  expect(outOfTurn(chosenRows, loaded)?.id).toBe(last === undefined ? undefined : `number ${last}`);
});

test('WTL-25: the person before them may have a row that is not loaded', () => {
  expect(outOfTurn([waiting(120)], [waiting(120)])?.id).toBe('number 120');
});
