import { expect, test } from 'vitest';
import { nextSignUpTime, signUpTime, signUpTimeProblem } from './sign-up-time.ts';

const NOON = Date.parse('2027-01-12T12:00:00Z');
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

test('PLC-37: an event is open from its opening time until just before its closing time', () => {
  expect(signUpTime({}, NOON)).toBe('open');
  expect(signUpTime({ opens_at: at(0) }, NOON)).toBe('open');
  expect(signUpTime({ opens_at: at(1) }, NOON)).toBe('ahead');
  expect(signUpTime({ closes_at: at(0) }, NOON)).toBe('over');
  expect(signUpTime({ closes_at: at(1) }, NOON)).toBe('open');
  expect(signUpTime({ opens_at: at(-2), closes_at: at(-1) }, NOON)).toBe('over');
});

test('PLC-38: the next time at which something opens or closes is the first of those ahead', () => {
  expect(nextSignUpTime([{ opens_at: at(-1), closes_at: at(9) }, { opens_at: at(5) }, {}], NOON)).toBe(Date.parse(at(5)));
  expect(nextSignUpTime([{ opens_at: at(-1), closes_at: at(0) }, {}], NOON)).toBe(Infinity);
});

const event = (title: string, times: { opens_at?: string; closes_at?: string } = {}) => ({
  id: title,
  event_title: title,
  date: null,
  brunch_event: false,
  ...times,
});
const problem = (...events: ReturnType<typeof event>[]) => signUpTimeProblem(events, { at: NOON, inWords: (moment) => `[${moment}]` });

test('PLC-37: the problem names each event, and when the one that is not open yet opens', () => {
  expect(problem(event('A'))).toBeUndefined();
  expect(problem(event('A'), event('B', { opens_at: at(5) }))).toBe(`Sign-up for ‘B’ opens on [${at(5)}].`);
  const [b, c, d] = ['B', 'C', 'D'].map((title) => event(title, { closes_at: at(0) }));
  expect(problem(event('A'), b!)).toBe('Sign-up for ‘B’ has closed. Please choose again.');
  expect(problem(b!, c!, d!)).toBe('Sign-up for ‘B’, ‘C’ and ‘D’ has closed. Please choose again.');
  expect(problem(event('A', { opens_at: at(5) }), b!)).toBe(
    `Sign-up for ‘A’ opens on [${at(5)}]. Sign-up for ‘B’ has closed. Please choose again.`,
  );
});
