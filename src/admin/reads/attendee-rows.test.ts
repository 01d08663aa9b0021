import { expect, test } from 'vitest';
import type { Submission, SubmissionPage } from '#contract/attendees/submission.ts';
import { changeRows, movedRows, rowsOf } from './attendee-rows.ts';

const row = (id: string, position: number): Submission => ({ id, _registration: { status: 'waiting', position } }) as Submission;
const page = (submissions: Submission[]): SubmissionPage => ({ submissions, submissions_count: 4 }) as SubmissionPage;
const pages = { pages: [page([row('a', 1), row('b', 2)]), page([row('c', 3), row('d', 4)])], pageParams: ['', 'x'] };

const order = (id: string, position: number) =>
  movedRows(pages, id, position)?.pages.map(({ submissions }) => submissions.map((each) => `${each.id}${each._registration?.position}`));

test('WTL-27: the rows of a waiting list are shown immediately in their new order, across pages, and renumbered', () => {
  expect(order('d', 1)).toEqual([
    ['d1', 'a2'],
    ['b3', 'c4'],
  ]);
  expect(order('a', 3)).toEqual([
    ['b1', 'c2'],
    ['a3', 'd4'],
  ]);
  expect(order('b', 99)).toEqual([
    ['a1', 'c2'],
    ['d3', 'b4'],
  ]);
  expect(movedRows(pages, 'e', 1)).toBe(pages);
});

test.each([
  ['searched', [row('b', 2), row('d', 4)]],
  ['sorted', [row('d', 4), row('c', 3), row('b', 2), row('a', 1)]],
])('WTL-27: the rows of a waiting list that is %s keep their positions until it is read again', (_, rows) => {
  const narrowed = { pages: [page(rows)], pageParams: [''] };
  expect(movedRows(narrowed, 'd', 3)).toBe(narrowed);
});

test('ATD-39: once someone of a loaded list is checked in, the others in it can be marked too', () => {
  const sent = { email: '', _attended_at: '2027-01-12T09:26:00.000Z' };
  const attendance = rowsOf(changeRows(pages, { now: [{ ...row('b', 2), ...sent }] })).map(({ _attended_at: at }) => at);
  expect(attendance).toEqual([null, sent._attended_at, null, null]);
  expect(rowsOf(changeRows(pages, { now: [{ ...row('b', 2), email: '' }] })).map(({ _attended_at: at }) => at)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
