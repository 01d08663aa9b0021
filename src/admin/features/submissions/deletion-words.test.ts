import { describe, expect, test } from 'vitest';
import { failureWords, lossOf, namesOf } from './deletion-words.ts';
import { newSubmission } from './submission-fakes.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => newSubmission({ first_name: 'Ada', last_name: `${index + 1}` }));

describe('the words of a deletion of many', () => {
  test.each([
    [1, 'Ada 1'],
    [2, 'Ada 1 and Ada 2'],
    [3, 'Ada 1, Ada 2 and Ada 3'],
    [5, 'Ada 1, Ada 2, Ada 3, Ada 4 and Ada 5'],
    [6, 'Ada 1, Ada 2, Ada 3, Ada 4, Ada 5 and 1 more'],
    [1_205, 'Ada 1, Ada 2, Ada 3, Ada 4, Ada 5 and 1,200 more'],
  ])('%i people are named as %s', (count, expected) => {
    expect(namesOf(people(count))).toBe(expected);
  });

  test('D1: of an event, those with more sign-ups may stay in others; of a form, all are lost', () => {
    const submissions = [newSubmission({ signups_count: 1 }), newSubmission({ signups_count: 2 }), newSubmission({ signups_count: 4 })];
    expect(lossOf(submissions, true)).toEqual({ lost: 1, mayStay: 2 });
    expect(lossOf(submissions, false)).toEqual({ lost: 3, mayStay: 0 });
  });

  test('each reason of a failure stands once, with its people', () => {
    const [first, second, third] = people(3).map((submission) => submission);
    expect(
      failureWords([
        { submission: first!, reason: 'The server could not be reached.' },
        { submission: second!, reason: 'Busy.' },
        { submission: third!, reason: 'The server could not be reached.' },
      ]),
    ).toBe('3 submissions were not deleted. Ada 1 and Ada 3: The server could not be reached. Ada 2: Busy.');
    expect(failureWords([{ submission: first!, reason: 'Busy.' }])).toBe('1 submission was not deleted. Ada 1: Busy.');
  });
});
