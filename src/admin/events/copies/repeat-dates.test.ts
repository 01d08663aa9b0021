import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastInMonth, type Repeat, repeatDates, weekdayInMonth } from './repeat-dates.ts';

const rule = (values: Partial<Repeat>): Repeat => ({ first: '2026-12-10', every: 1, unit: 'days', monthly: 'day', end: 3, ...values });
const listed = (values: Partial<Repeat>): string[] =>
  repeatDates(rule(values)).map((each) => ('day' in each ? each.day : `none in ${each.missingIn}`));

test.each<[Partial<Repeat>, string[]]>([
  [{}, ['2026-12-10', '2026-12-11', '2026-12-12']],
  [{ every: 30 }, ['2026-12-10', '2027-01-09', '2027-02-08']],
  [{ every: 2, unit: 'weeks' }, ['2026-12-10', '2026-12-24', '2027-01-07']],
  [{ unit: 'weeks', first: '2028-02-22' }, ['2028-02-22', '2028-02-29', '2028-03-07']],
  [{ every: 3, unit: 'months' }, ['2026-12-10', '2027-03-10', '2027-06-10']],
])('CPY-15: %j', (values, days) => {
  expect(listed(values)).toEqual(days);
});

test('CPY-15: a month without that day is skipped and listed as such', () => {
  expect(listed({ first: '2026-12-31', unit: 'months', end: 4 })).toEqual([
    '2026-12-31',
    '2027-01-31',
    'none in 2027-02',
    '2027-03-31',
    'none in 2027-04',
    '2027-05-31',
  ]);
});

test('CPY-15: monthly on the second Tuesday, and on a fifth one, which most months do not have', () => {
  expect(weekdayInMonth('2027-01-12')).toBe('second Tuesday');
  expect(listed({ first: '2027-01-12', unit: 'months', monthly: 'weekday' })).toEqual(['2027-01-12', '2027-02-09', '2027-03-09']);
  expect(weekdayInMonth('2027-03-30')).toBe('fifth Tuesday');
  expect(listed({ first: '2027-03-30', unit: 'months', monthly: 'weekday', end: 2 })).toEqual([
    '2027-03-30',
    'none in 2027-04',
    'none in 2027-05',
    '2027-06-29',
  ]);
});

test('CPY-15: monthly on the last Tuesday, a fourth or a fifth one', () => {
  expect(['2027-03-30', '2027-02-23', '2027-03-23', '2028-02-29'].map(lastInMonth)).toEqual([
    'last Tuesday',
    'last Tuesday',
    undefined,
    'last Tuesday',
  ]);
  expect(listed({ first: '2027-03-30', unit: 'months', monthly: 'last', end: 4 })).toEqual([
    '2027-03-30',
    '2027-04-27',
    '2027-05-25',
    '2027-06-29',
  ]);
  expect(listed({ first: '2027-12-31', every: 2, unit: 'months', monthly: 'last' })).toEqual(['2027-12-31', '2028-02-25', '2028-04-28']);
});

test('CPY-15: until a date, which is included', () => {
  expect(listed({ unit: 'weeks', end: '2026-12-24' })).toEqual(['2026-12-10', '2026-12-17', '2026-12-24']);
  expect(listed({ unit: 'weeks', end: '2026-12-23' })).toEqual(['2026-12-10', '2026-12-17']);
  expect(listed({ first: '2027-01-31', unit: 'months', end: '2027-02-28' })).toEqual(['2027-01-31']);
  expect(listed({ end: '2026-12-09' })).toEqual([]);
  expect(listed({ end: '2030-01-01' })).toHaveLength(101);
});

test('CPY-15: beyond the calendar there are no more dates', () => {
  expect(listed({ first: '9998-12-30', end: 100 })).toEqual(['9998-12-30', '9998-12-31']);
});

const rules = fc.record<Repeat>({
  first: fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  every: fc.integer({ min: 1, max: 52 }),
  unit: fc.constantFrom('days', 'weeks', 'months'),
  monthly: fc.constantFrom('day', 'weekday', 'last'),
  end: fc.integer({ min: 2, max: 100 }),
});

test('CPY-15: any rule gives the requested number of days, the first one first, ascending, and weekly or by weekday always the same weekday', () => {
  fc.assert(
    fc.property(rules, (repeat) => {
      const days = repeatDates(repeat).flatMap((each) => ('day' in each ? [each.day] : []));
      expect(days).toHaveLength(Number(repeat.end));
      expect(days[0]).toBe(repeat.first);
      expect(days).toEqual([...new Set(days)].toSorted());
      const weekdays = new Set(days.map((day) => new Date(day).getUTCDay()));
      if (repeat.unit === 'weeks' || (repeat.unit === 'months' && repeat.monthly === 'weekday')) expect(weekdays.size).toBe(1);
    }),
  );
});
