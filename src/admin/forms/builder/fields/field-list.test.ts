import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { BRUNCH_EVENT_GONE, BRUNCH_EVENT_HIDDEN, BRUNCH_EVENT_PLAIN } from '#contract/texts/builder.ts';
import { brunchProblem } from './field-list.tsx';

const events = [
  { id: 'shown', event_title: 'Shown', show_on_form: true, brunch_event: true },
  { id: 'hidden', event_title: 'Hidden', show_on_form: false, brunch_event: true },
  { id: 'plain', event_title: 'Plain', show_on_form: true, brunch_event: false },
];

test.each([
  [null, BRUNCH_EVENT_GONE],
  ['deleted', BRUNCH_EVENT_GONE],
  ['hidden', BRUNCH_EVENT_HIDDEN],
  ['plain', BRUNCH_EVENT_PLAIN],
  ['shown', undefined],
])('BLD-33: a menu of the event %j has the problem %j', (brunch_event_id, problem) => {
  expect(brunchProblem({ brunch_event: true, brunch_event_id }, events)).toBe(problem);
});

test('a field that is not a menu has no problem', () => {
  expect(brunchProblem({ brunch_event: false, brunch_event_id: null }, events)).toBeUndefined();
});
