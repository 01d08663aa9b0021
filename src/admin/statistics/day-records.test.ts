import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dayRecords, labelledDays, summaryOf } from './day-records.ts';

/** `count` days from 1 January 2026. */
const daysFrom = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10));

describe('day records', () => {
  test('CHART-9, CHART-20, CHART-21: one per day, with full date, label, key and count', () => {
    expect(
      dayRecords([
        { day: '2026-09-30', count: 4 },
        { day: '2026-10-01', count: 0 },
      ]),
    ).toEqual([
      { fullDate: 'Wed 30 Sep 2026', label: 'Wed 30 Sep', day: '2026-09-30', count: 4 },
      { fullDate: 'Thu 1 Oct 2026', label: 'Thu 1 Oct', day: '2026-10-01', count: 0 },
    ]);
  });

  test('of more than a year, labels have the year instead of the weekday', () => {
    const labels = (days: number) => dayRecords(daysFrom(days).map((day) => ({ day, count: 1 }))).map(({ label }) => label);
    expect([labels(366)[0], labels(367)[0], labels(367)[365]]).toEqual(['Thu 1 Jan', '1 Jan 2026', '1 Jan 2027']);
  });

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC', 'Europe/London'])(
    'CHART-19: the label is the day of the bucket for a viewer in %s too',
    (zone) => {
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv('TZ', zone);
      expect(new Date('2026-03-29T00:00:00Z').getTimezoneOffset()).toBe(
        { 'America/Los_Angeles': 420, 'Pacific/Kiritimati': -840 }[zone] ?? 0,
      );
      expect(dayRecords([{ day: '2026-03-29', count: 1 }])[0]?.label).toBe('Sun 29 Mar');
    },
  );
});

describe('labelled days', () => {
  test('of 31 days every third is labelled, including the first and the newest', () => {
    const days = daysFrom(31);
    expect(labelledDays(days)).toHaveLength(11);
    expect(labelledDays(days)[0]).toBe(days[0]);
    expect(labelledDays(days).at(-1)).toBe(days.at(-1));
  });

  test.each([1, 2, 11, 12, 30, 92, 366, 1_827])('of %i days at most 11 are labelled, evenly spread and including the newest', (count) => {
    const days = daysFrom(count);
    const labelled = labelledDays(days);
    const places = labelled.map((day) => days.indexOf(day));
    const steps = new Set(places.slice(1).map((place, index) => place - (places[index] ?? 0)));
    expect(labelled.length).toBeGreaterThan(0);
    expect(labelled.length).toBeLessThanOrEqual(11);
    expect(steps.size).toBeLessThanOrEqual(1);
    expect(labelled.at(-1)).toBe(days.at(-1));
  });

  test('no days have no labels', () => {
    expect(labelledDays([])).toEqual([]);
  });
});

describe('the summary of a range', () => {
  test('has the total, the earliest of the busiest days, and the number of empty days', () => {
    const records = dayRecords([
      { day: '2026-11-10', count: 0 },
      { day: '2026-11-11', count: 9 },
      { day: '2026-11-12', count: 9 },
      { day: '2026-11-13', count: 2 },
    ]);
    expect(summaryOf(records)).toEqual({ total: 20, busiest: records[1], emptyDays: 1 });
  });

  test('has no busiest day without submissions', () => {
    expect(summaryOf(dayRecords([{ day: '2026-11-10', count: 0 }]))).toEqual({ total: 0, busiest: undefined, emptyDays: 1 });
  });
});
