import { expect, test } from 'vitest';
import { rateOf } from '#contract/statistics.ts';
import { comparisonOf, comparisonText, rangeName } from './compared-range.ts';
import { changeOf } from './range-figures.tsx';

const today = '2026-11-20';
const all = { from: '2025-01-01', to: today };
const textOf = (from: string, to: string, day = today) => comparisonText({ from, to }, all, comparisonOf({ from, to }, day));

test.each([
  ['2026-10-01', '2026-11-20', 'So far: 1 Oct to 20 Nov 2026, compared with the same 51 days of the quarter before, 1 Jul to 20 Aug 2026.'],
  ['2026-11-01', '2026-11-20', 'So far: 1 Nov to 20 Nov 2026, compared with the same 20 days of the month before, 1 Oct to 20 Oct 2026.'],
  ['2026-01-01', '2026-11-20', 'So far: 1 Jan to 20 Nov 2026, compared with the same 324 days of the year before, 1 Jan to 20 Nov 2025.'],
  ['2026-10-01', '2026-10-31', '1 Oct to 31 Oct 2026, compared with the month before, 1 Sep to 30 Sep 2026.'],
  ['2026-10-21', '2026-11-20', '21 Oct to 20 Nov 2026, compared with the 31 days before, 20 Sep to 20 Oct 2026.'],
  ['2026-11-18', '2026-11-18', '18 Nov 2026, compared with the 1 day before, 17 Nov 2026.'],
  ['2025-01-01', '2026-11-20', 'All days: 1 Jan 2025 to 20 Nov 2026.'],
])('%s to %s is compared as text', (from, to, text) => {
  expect(textOf(from, to)).toBe(text);
});

test('a month that is longer than the previous one is compared with all of it', () => {
  expect(textOf('2027-03-01', '2027-03-30', '2027-03-30')).toBe(
    'So far: 1 Mar to 30 Mar 2027, compared with the 28 days of the month before, 1 Feb to 28 Feb 2027.',
  );
  expect(rangeName({ from: '2026-12-31', to: '2027-01-01' })).toBe('31 Dec 2026 to 1 Jan 2027');
});

test('a change is a percentage of the previous figure, and in points for a rate', () => {
  expect(changeOf(2289, 1874, 'percent')).toEqual({ kind: 'grown', text: '+22%' });
  expect(changeOf(3, 4, 'percent')).toEqual({ kind: 'fallen', text: '-25%' });
  expect(changeOf(5, 0, 'percent')).toEqual({ kind: 'grown', text: '' });
  expect(changeOf(4, 4, 'percent')).toEqual({ kind: 'same', text: '(no change)' });
  expect(changeOf(6.33, 5.98, 'points')).toEqual({ kind: 'grown', text: '+0.35' });
  expect([changeOf(325, 0, 'points'), changeOf(5, 101, 'points')]).toEqual(Array(2).fill({ kind: 'same', text: '' }));
  expect(rateOf({ views: 0, signups: 3 })).toBe(0);
});

test.each([
  [1001, 1000, '+0.1%'],
  [999, 1000, '-0.1%'],
  [1200, 12_000, '-90%'],
  [12_004, 12_000, '+0.03%'],
  [1_000_001, 1_000_000, '+0.0001%'],
  [203, 201, '+1%'],
  [120_012, 12, '+1,000,000%'],
  [0, 7, '-100%'],
  [1, 1_000, '-99%'],
  [125, 100, '+25%'],
])('a change to %d from %d is %s: not rounded to nothing, and with separators', (now, before, text) => {
  expect(changeOf(now, before, 'percent').text).toBe(text);
});

test('rates that read the same are not a change', () => {
  expect(changeOf(6.331, 6.329, 'points')).toEqual({ kind: 'same', text: '(no change)' });
  expect(changeOf(6.34, 6.33, 'points')).toEqual({ kind: 'grown', text: '+0.01' });
  expect(changeOf(6.3351, 6.3349, 'points').text).toBe('+0.01');
  expect(changeOf(6.344, 6.326, 'points').text).toBe('+0.01');
});
