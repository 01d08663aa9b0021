import { expect, test } from 'vitest';
import { eventLine } from '#contract/rules/event-line.ts';
import { momentLines } from './moment-lines.ts';

const QUARTER_MS = 15 * 60_000;

const wordsOf = (moment: Date, timeZone: string) => eventLine(moment.toISOString(), timeZone).replaceAll('\u00a0', ' ');

// Half an hour in Lord Howe, a minute past midnight in St John's, seconds off in Monrovia, quarters of an hour in Kathmandu.
const NIGHTS = [
  ['Europe/London', '2027-03-27', '2027-10-30'],
  ['Australia/Lord_Howe', '2027-04-03', '2027-10-02'],
  ['America/St_Johns', '2010-03-13', '2010-11-06'],
  ['Africa/Monrovia', '1972-01-06', '1971-12-31'],
  ['Asia/Kathmandu', '1985-12-31', '2027-12-31'],
] as const;

test.each(NIGHTS)('the lines of %s are those of each moment alone, in the nights when the clock changes too', (timeZone, ...nights) => {
  const lineOf = momentLines(timeZone);
  for (const night of nights) {
    const noon = Date.parse(`${night}T12:00:00Z`);
    for (let start = noon; start < noon + 96 * QUARTER_MS; start += QUARTER_MS) {
      for (const offset of [0, 59_999, 90_000, 7.5 * 60_000, QUARTER_MS - 1]) {
        const moment = new Date(start + offset);
        expect(lineOf(moment)).toBe(wordsOf(moment, timeZone));
      }
    }
  }
});

test('moments in any order, before 1970 too, have their own lines', () => {
  const lineOf = momentLines('Europe/London');
  const moments = ['2027-01-12T09:31:00Z', '1969-07-20T20:17:40Z', '2027-01-12T09:30:00Z', '2027-01-12T09:44:59.999Z'].map(
    (text) => new Date(text),
  );
  expect(moments.map(lineOf)).toEqual(moments.map((moment) => wordsOf(moment, 'Europe/London')));
  expect(lineOf(new Date('2027-01-12T09:31:00Z'))).toBe('Tuesday 12 January 2027, 09:31 GMT');
});
