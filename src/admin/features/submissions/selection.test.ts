import { describe, expect, test } from 'vitest';
import type { Attendee } from './attendee-row.ts';
import { createAttendees } from './attendee-row.ts';
import { attendeesBetween, chosenShare, NOBODY, withChosen, withoutChosen } from './selection.ts';
import { newSubmission } from './submission-fakes.ts';

const ids = ['a', 'b', 'c', 'd'];
const attendees: Attendee[] = createAttendees()(
  [
    {
      submissions: ids.map((id) => newSubmission({ id })),
      submissions_count: 4,
      matches_count: 4,
      duplicate_emails: [],
      next_cursor: null,
    },
  ],
  '2026-11-20T00:00:00.000Z',
);
const idsOf = (some: readonly Attendee[]) => some.map(({ submission }) => submission.id).join('');

describe('a selection', () => {
  test('grows by what is chosen and shrinks by what is left, and says how much of the list it is', () => {
    const two = withChosen(NOBODY, attendees.slice(1, 3));
    expect([...two.keys()]).toEqual(['b', 'c']);
    expect([...withChosen(two, attendees.slice(2)).keys()]).toEqual(['b', 'c', 'd']);
    expect([...withoutChosen(two, new Set(['b', 'x'])).keys()]).toEqual(['c']);
    expect([NOBODY, two, withChosen(NOBODY, attendees)].map((selection) => chosenShare(selection, attendees))).toEqual([
      'none',
      'some',
      'all',
    ]);
  });

  test.each([
    ['b', 'd', 'bcd'],
    ['d', 'b', 'bcd'],
    ['c', 'c', 'c'],
    [undefined, 'c', 'c'],
    ['gone', 'c', 'c'],
    ['b', 'gone', ''],
  ])('from %s to %s are %s', (from, to, expected) => {
    expect(idsOf(attendeesBetween(attendees, from, to))).toBe(expected);
  });
});
