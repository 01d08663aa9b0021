import { describe, expect, test } from 'vitest';
import type { Attendee } from '#admin/reads/attendee-row.ts';
import { createAttendeeMapper } from '#admin/reads/attendee-row.ts';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { attendeesBetween, chosenShare, EMPTY_SELECTION, withChosen, withoutChosen } from './use-selection.ts';

const ids = ['a', 'b', 'c', 'd'];
const attendees: Attendee[] = createAttendeeMapper()(
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
  test('grows and shrinks, and tells whether none, some or all of the list is chosen', () => {
    const two = withChosen(EMPTY_SELECTION, attendees.slice(1, 3));
    expect([...two.keys()]).toEqual(['b', 'c']);
    expect([...withChosen(two, attendees.slice(2)).keys()]).toEqual(['b', 'c', 'd']);
    expect([...withoutChosen(two, new Set(['b', 'x'])).keys()]).toEqual(['c']);
    expect([EMPTY_SELECTION, two, withChosen(EMPTY_SELECTION, attendees)].map((selection) => chosenShare(selection, attendees))).toEqual([
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
  ])('the range from %s to %s is %s', (from, to, expected) => {
    expect(idsOf(attendeesBetween(attendees, from, to))).toBe(expected);
  });
});
