import { describe, expect, test } from 'vitest';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { failureText, namesOf, whatIsLost } from './deletion-texts.ts';

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

  test.each([
    [1, { submissions_lost: 1, submissions_kept: 0, other_events: 0 }, 'This was their only event, so their answers will be deleted too.'],
    [1, { submissions_lost: 0, submissions_kept: 1, other_events: 2 }, 'They stay in 2 other events.'],
    [
      2,
      { submissions_lost: 2, submissions_kept: 0, other_events: 0 },
      'They are not in any other event, so their answers will be deleted too.',
    ],
    [2, { submissions_lost: 0, submissions_kept: 2, other_events: 1 }, 'They all stay in other events.'],
    [
      9,
      { submissions_lost: 8, submissions_kept: 1, other_events: 1 },
      '1 of them stays in other events; the answers of the other 8 will be deleted too.',
    ],
    [2, undefined, 'The answers of people who are not in another event will be deleted too.'],
  ])('USE-50, D1: the text for removing %i with the losses %j', (count, losses, text) => {
    expect(whatIsLost(count, losses)).toBe(text);
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
