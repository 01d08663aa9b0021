import { expect, test } from 'vitest';
import type { Audience } from '../attendees/audience.ts';
import { counted, formatCount } from './counts.ts';
import { audienceInWords, changedNumber, matchesThen, matchNow, stoppedAutomatically } from './mailings.ts';
import { peopleWaiting, placesLeft } from './words/form.ts';

test('thousands have a separator, on the form as well', () => {
  expect(formatCount(1_204)).toBe('1,204');
  expect([placesLeft(1), placesLeft(1_204)]).toEqual(['1 place left', '1,204 places left']);
  expect([peopleWaiting(1), peopleWaiting(1_204)]).toEqual(['1 person is waiting.', '1,204 people are waiting.']);
});

test.each([
  [0, '0 sign-ups'],
  [1, '1 sign-up'],
  [1_204, '1,204 sign-ups'],
])('%i has the right form of its noun', (count, words) => {
  expect(counted(count, 'sign-up')).toBe(words);
});

test('an irregular plural is passed in', () => {
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});

test.each<readonly [Audience, string]>([
  [{ events: ['1'] }, 'Attendees of ‘Day one’'],
  [{ events: ['1', '2'], statuses: ['waiting', 'confirmed'] }, '‘Day one’, ‘Day two’: Waiting, Attendees'],
  [{ events: ['1', 'deleted'] }, 'Attendees of 2 events'],
  [{ events: 'all', search: 'ada' }, 'All events: Attendees, filtered: ‘ada’'],
  [{ events: ['1'], filter: 'not_attended', search: 'ada' }, 'Attendees of ‘Day one’, filtered: No-shows, ‘ada’'],
  [{ events: ['1'], answers: '{"diet":"Vegan"}', search: 'ada' }, 'Attendees of ‘Day one’, filtered: Diet: Vegan, ‘ada’'],
  [{ events: ['1'], ids: ['1', '2'] }, 'Attendees of ‘Day one’, filtered: 2 selected'],
  [{ events: ['1'], import: '1' }, 'Attendees of ‘Day one’, filtered: one upload'],
  [{}, 'People of this form'],
  [{ filter: 'today' }, 'People of this form, filtered: Today'],
])('MLG-59: the audience %o is called %s', (audience, words) => {
  const known = [
    { id: '1', event_title: 'Day one' },
    { id: '2', event_title: 'Day two' },
  ];
  expect(audienceInWords(audience, known, audience.answers === undefined ? [] : ['Diet: Vegan'], true)).toBe(words);
});

test('MLG-21, MLG-22, MLG-32: texts about one person and about several differ', () => {
  expect([changedNumber(2, 3), changedNumber(4, 2)]).toEqual(['1 more person now matches.', '2 fewer people now match.']);
  expect([matchNow(1), matchNow(2)]).toEqual(['1 person matches now.', '2 people match now.']);
  expect([1, 2].map(matchesThen)).toEqual([expect.stringContaining('; 1 does now.'), expect.stringContaining('; 2 do now.')]);
  expect([stoppedAutomatically(1, 1), stoppedAutomatically(2, 3)]).toEqual([
    expect.stringContaining('1 of the last 1 email was refused'),
    expect.stringContaining('2 of the last 3 emails were refused'),
  ]);
});
