import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { outOfTurn } from './registration-actions.tsx';
import { waitingWords, whyNotNotified } from './waiting-list.ts';

const waiting = (position: number, isUnreachable = false): Submission =>
  ({ id: `number ${position}`, _registration: { status: 'waiting', position, mail_failed: isUnreachable } }) as Submission;

test.each<[string, number[], number[], number | undefined]>([
  ['the first', [1], [], undefined],
  ['the second', [2], [], 2],
  ['the second, after one who is passed over', [2], [1], undefined],
  ['the second, before one who is passed over', [2], [3], 2],
  ['the first two', [1, 2], [], undefined],
  ['the third and the fourth', [3, 4], [], 4],
  ['the second and the fourth, the others passed over', [2, 4], [1, 3], undefined],
])('WTL-25: someone else is before them: %s', (_whom, chosen, unreachable, last) => {
  const loaded = [1, 2, 3, 4, 5].map((position) => waiting(position, unreachable.includes(position)));
  const chosenRows = loaded.filter((_row, index) => chosen.includes(index + 1));
  expect(outOfTurn(chosenRows, loaded)?.id).toBe(last === undefined ? undefined : `number ${last}`);
});

test('WTL-25: the person before them may have a row that is not loaded', () => {
  expect(outOfTurn([waiting(120)], [waiting(120)])?.id).toBe('number 120');
});

const event = {
  date: '2027-01-12T09:30:00Z',
  cancelled_at: null,
  show_on_form: true,
  maximum_participants: 30,
  submissions_count: 27,
  offer_hours: 24,
  registration_counts: { waiting: 3, offered: 1, cancelled: 0, passed_over: 1 },
} as ListedEvent;
const counts = { waiting: 3, offered: 1, cancelled: 0, passed_over: 1 };

test.each<[string, Partial<ListedEvent>, { hasMail?: boolean; now?: Date }, string | undefined]>([
  ['when staff can offer the free places', {}, {}, undefined],
  ['while it does', { submissions_count: 29 }, {}, 'The next person is offered a place when one becomes free. An offer lasts 24 hours.'],
  [
    'without mail',
    {},
    { hasMail: false },
    '2 places are free. Email is not set up on this server, so people cannot be notified about a place.',
  ],
  ['when it is hidden', { show_on_form: false }, {}, '2 places are free. Nobody moves up while the event is hidden from the form.'],
  [
    'when it is hidden and full',
    { show_on_form: false, submissions_count: 29 },
    {},
    'Nobody moves up while the event is hidden from the form.',
  ],
  ['when it has begun', {}, { now: new Date('2027-01-12T09:30:00Z') }, '2 places are free. Nobody moves up: the event has started.'],
  [
    'while it is cancelled',
    { cancelled_at: '2026-12-01T09:00:00Z' },
    {},
    '2 places are free. Nobody moves up: the event has been cancelled.',
  ],
  [
    'without a mode, while it is cancelled',
    { waiting_list: 'manual', cancelled_at: '2026-12-01T09:00:00Z' },
    {},
    '2 places are free. Nobody moves up: the event has been cancelled.',
  ],
  ['when staff offer the places', { waiting_list: 'manual', submissions_count: 29 }, {}, undefined],
  [
    'when all are passed over',
    { registration_counts: { ...counts, passed_over: 3 } },
    {},
    '2 places are free. Emails to everyone on the waiting list failed. You can still give them a place.',
  ],
])(
  'WTL-32: the note above the waiting list says how it continues, or why it does not: %s',
  (_when, changed, { hasMail = true, now }, said) => {
    expect(
      waitingWords({ ...event, ...changed }, changed.waiting_list ?? 'offer', { hasMail, now: now ?? new Date('2027-01-01T09:00:00Z') }),
    ).toBe(said);
  },
);

test.each<[string, string | null, boolean, string | undefined]>([
  ['a place before the end', '2027-01-14T16:00:00Z', false, undefined],
  ['a list after the start', '2027-01-14T16:00:00Z', true, 'The event has started, so nobody is notified.'],
  ['a place after the end', null, false, 'The event is over, so nobody is notified.'],
])('WTL-22, WTL-28: why nobody is notified of a change to %s', (_what, end, isOnList, why) => {
  expect(whyNotNotified({ ...event, end_date: end }, isOnList, new Date('2027-01-13T09:00:00Z'))).toBe(why);
});
