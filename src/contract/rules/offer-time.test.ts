import { expect, test } from 'vitest';
import { isTooLateForOffer } from './offer-time.ts';

test.each([
  [null, false],
  ['2027-01-12T12:30:01Z', false],
  ['2027-01-12T12:30:00Z', true],
  ['2027-01-12T09:00:00Z', true],
])('WTL-10: at 09:30 it is too late for an offer of an event at %s: %s', (date, isTooLate) => {
  expect(isTooLateForOffer({ date }, new Date('2027-01-12T09:30:00Z'))).toBe(isTooLate);
});
