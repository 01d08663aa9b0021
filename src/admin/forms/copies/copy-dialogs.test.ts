import '#admin/testing/window.ts';
import { describe, expect, test } from 'vitest';
import type { ListedEvent } from '#contract/events/event.ts';
import { SHIFT_EXPECTED, SHIFT_TOO_FAR, WEEKS_EXPECTED } from '#contract/texts/copy.ts';
import { copyTitle, movedEvents, newSeriesCopy, type SeriesCopyValues, seriesCopyProblems, shiftBetween } from './copy-dialogs.tsx';

const typed = (values: Partial<SeriesCopyValues>): SeriesCopyValues => ({ ...newSeriesCopy('Spring'), ...values });
const event = (id: string, date: string | null, isOnForm = true, end_date: string | null = null) =>
  ({ id, event_title: id, date, end_date, show_on_form: isOnForm }) as Partial<ListedEvent> as ListedEvent;

test('CPY-14: the title of the copy is cut at the maximum length, never within a character', () => {
  expect(copyTitle('Spring')).toBe('Copy of Spring');
  expect(copyTitle('x'.repeat(200))).toHaveLength(200);
  expect(copyTitle(`${'x'.repeat(191)}😀`)).toBe(`Copy of ${'x'.repeat(191)}`);
  expect(copyTitle(`${'x'.repeat(185)}👨‍👩‍👧‍👦`)).toBe(`Copy of ${'x'.repeat(185)}`);
});

describe('CPY-14: new dates', () => {
  const events = [event('A', '2027-03-18T09:30:00Z'), event('B', null), event('C', '2027-03-20T12:00:00Z', false)];
  const dates = (values: Partial<SeriesCopyValues>) =>
    movedEvents(events, typed(values)).map(({ title, date }) => [title, date?.toISOString()].join(' '));

  test('move by weeks or days and keep their time across a clock change', () => {
    expect(dates({ shift: 2 })).toEqual(['A 2027-04-01T08:30:00.000Z', 'C 2027-04-03T11:00:00.000Z', 'B ']);
    expect(dates({ shift: -2, unit: 'days' })).toEqual(['A 2027-03-16T09:30:00.000Z', 'C 2027-03-18T12:00:00.000Z', 'B ']);
  });

  test('PLC-4: are shown with the end, which moves too', () => {
    const [moved] = movedEvents([event('A', '2027-03-18T09:30:00Z', true, '2027-03-18T17:00:00Z')], typed({ shift: 2 }));
    expect([moved?.date, moved?.end]).toEqual([new Date('2027-04-01T08:30:00Z'), new Date('2027-04-01T16:00:00Z')]);
  });

  test('are in order of date, hidden events among the others', () => {
    const held = [event('Later', '2027-12-09T09:30:00Z'), event('Earlier', '2027-07-20T09:30:00Z', false)];
    expect(movedEvents(held, typed({})).map(({ title }) => title)).toEqual(['Earlier', 'Later']);
  });

  test('are those of the chosen events', () => {
    expect(dates({ events: 'visible' })).toEqual(['A 2027-03-18T09:30:00.000Z', 'B ']);
    expect(dates({ events: 'none' })).toEqual([]);
  });
});

test('CPY-14: a first day gives the shift, in weeks if these were chosen and the days fit', () => {
  expect(shiftBetween('2027-03-18', '2028-03-16', 'weeks')).toEqual({ shift: 52, unit: 'weeks' });
  expect(shiftBetween('2027-03-18', '2027-03-17', 'weeks')).toEqual({ shift: -1, unit: 'days' });
  expect(shiftBetween('2027-03-18', '2027-03-25', 'days')).toEqual({ shift: 7, unit: 'days' });
});

test('CPY-8: a shift beyond ten years, an empty one, and one beyond the calendar are named', () => {
  const problem = (values: Partial<SeriesCopyValues>, date = '2027-03-18T09:30:00Z') =>
    seriesCopyProblems(typed(values), movedEvents([event('A', date)], typed(values))).shift_days;
  expect(problem({ shift: 521 })).toBeUndefined();
  expect(problem({ shift: 522 })).toBe(WEEKS_EXPECTED);
  expect(problem({ shift: '' })).toBe(WEEKS_EXPECTED);
  expect(problem({ shift: 1.5, unit: 'days' })).toBe(SHIFT_EXPECTED);
  expect(problem({ shift: '', events: 'none' })).toBeUndefined();
  expect(problem({ shift: 10, unit: 'weeks' }, '9998-12-01T09:30:00Z')).toBe(SHIFT_TOO_FAR);
});
