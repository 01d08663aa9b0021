import { expect, test } from 'vitest';
import type { EventWithSubmissions, Submission } from '#contract/submission.ts';
import { startOfToday } from './attendee-list.ts';
import { createAttendees } from './attendee-row.ts';
import { newSubmission } from './submission-fakes.ts';

const now = new Date(2026, 10, 20, 12, 0);
const todayFrom = startOfToday(now);
const attendeesOf = createAttendees();

const submission = (part: Partial<Submission>): Submission => newSubmission({ submitted_at: now.toISOString(), ...part });

const page = (submissions: Submission[], duplicates: string[] = []): EventWithSubmissions => ({
  id: '0199f0a0-0000-7000-8000-000000000002',
  event_title: 'Leading through change',
  date: null,
  show_on_form: true,
  brunch_event: false,
  googleCalendarId: null,
  target_participants: null,
  maximum_participants: null,
  copper_tag: null,
  version: 1,
  submissions,
  submissions_count: submissions.length,
  duplicates_count: 0,
  duplicate_emails: duplicates,
  matches_count: submissions.length,
  next_cursor: null,
});

test("ATT-3: what came in on the viewer's day says so with its time, to the first and last minute", () => {
  const at = (...time: [number, number, number]) => submission({ submitted_at: new Date(2026, 10, ...time).toISOString() });
  const rows = attendeesOf([page([at(20, 0, 0), at(20, 23, 59), at(19, 23, 59), at(21, 0, 0)])], todayFrom);
  expect(rows.map((row) => row.today)).toEqual(['Today 00:00', 'Today 23:59', undefined, undefined]);
});

test('ATT-4: an address that stands twice marks its rows, whatever letters it is typed in', () => {
  const rows = attendeesOf([page([submission({ email: 'Sian@llanfair.example' }), submission({})], ['sian@llanfair.example'])], todayFrom);
  expect(rows.map((row) => row.isDuplicate)).toEqual([true, false]);
});

test('rows stay the same objects when a further page is loaded, and are made anew on the next day', () => {
  const first = page([submission({})]);
  const [before] = attendeesOf([first], todayFrom);
  expect(attendeesOf([first, page([submission({})])], todayFrom)[0]).toBe(before);
  expect(attendeesOf([first], startOfToday(new Date(2026, 10, 21)))[0]).not.toBe(before);
});

test('ATT-14: a failed step that waits says when it is tried again, with the day when that is not today', () => {
  const failed = (at: Date | null) => {
    const next_try_at = at?.toISOString() ?? null;
    const failed_steps = [{ step: 'email', attempts: 3, next_try_at }];
    return submission({ _status: { state: 'failed', steps_total: 4, steps_failed: 1, next_try_at, failed_steps } });
  };
  const rows = attendeesOf(
    [page([failed(new Date(2026, 10, 20, 12, 47)), failed(new Date(2026, 10, 21, 0, 47)), failed(null)])],
    todayFrom,
  );
  expect(rows[0]?.nextTry).toMatch(/^Next try at 12:47 \S+$/);
  expect(rows[1]?.nextTry).toMatch(/^Next try at Sat 21 Nov 2026, 00:47 \S+$/);
  expect(rows[2]?.nextTry).toBeUndefined();
});

test('ATT-8: each failed step says how often it was tried and when it is tried again', () => {
  const next_try_at = new Date(2026, 10, 20, 12, 47).toISOString();
  const failed_steps = [
    { step: 'slack', attempts: 0, next_try_at: null },
    { step: 'email', attempts: 3, next_try_at },
    { step: 'crm', attempts: 1, next_try_at: null },
  ];
  const [row] = attendeesOf(
    [page([submission({ _status: { state: 'failed', steps_total: 4, steps_failed: 3, next_try_at, failed_steps } })])],
    todayFrom,
  );
  expect([...(row?.tries ?? [])]).toEqual([
    ['slack', 'It is not tried again by itself.'],
    ['email', expect.stringMatching(/^3 tries so far\. Next try at 12:47 \S+$/)],
    ['crm', '1 try so far. It is not tried again by itself.'],
  ]);
});
