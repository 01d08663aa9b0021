import { describe, expect, test } from 'vitest';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { countLosses, failureText, namesOf } from './deletion-texts.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => newSubmission({ first_name: 'Ada', last_name: `${index + 1}` }));

describe('texts about deletions', () => {
  test.each([
    [1, 'Ada 1'],
    [2, 'Ada 1 and Ada 2'],
    [3, 'Ada 1, Ada 2 and Ada 3'],
    [5, 'Ada 1, Ada 2, Ada 3, Ada 4 and Ada 5'],
    [6, 'Ada 1, Ada 2, Ada 3, Ada 4, Ada 5 and 1 more'],
    [1_205, 'Ada 1, Ada 2, Ada 3, Ada 4, Ada 5 and 1,200 more'],
  ])('%i people are listed as %s', (count, expected) => {
    expect(namesOf(people(count))).toBe(expected);
  });

  test('D1: in an event, people with several sign-ups may stay in other events; in a form, all are lost', () => {
    const submissions = [newSubmission({ signups_count: 1 }), newSubmission({ signups_count: 2 }), newSubmission({ signups_count: 4 })];
    expect(countLosses(submissions, true)).toEqual({ lost: 1, mayStay: 2 });
    expect(countLosses(submissions, false)).toEqual({ lost: 3, mayStay: 0 });
  });

  test('failures are grouped by reason', () => {
    const [first, second, third] = people(3).map((submission) => submission);
    expect(
      failureText([
        { submission: first!, reason: 'The server could not be reached.' },
        { submission: second!, reason: 'Busy.' },
        { submission: third!, reason: 'The server could not be reached.' },
      ]),
    ).toBe('3 submissions were not deleted. Ada 1 and Ada 3: The server could not be reached. Ada 2: Busy.');
    expect(failureText([{ submission: first!, reason: 'Busy.' }])).toBe('1 submission was not deleted. Ada 1: Busy.');
  });
});
