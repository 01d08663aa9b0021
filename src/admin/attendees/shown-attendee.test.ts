import { afterAll, beforeEach, expect, test } from 'vitest';
import { newListedEvent } from '#admin/testing/form-fakes.ts';
import { newSubmission } from '#admin/testing/submission-fakes.ts';
import { setTimeZone, startOfToday } from '#admin/ui/format/dates.tsx';
import type { EventWithSubmissions, Submission } from '#contract/attendees/submission.ts';
import { CONFIRMED } from '#contract/registrations/places.ts';
import { createAttendeeMapper } from './shown-attendee.ts';

const now = new Date(2026, 10, 20, 12, 0);
const todayFrom = startOfToday(now);
const attendeesOf = createAttendeeMapper();

beforeEach(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone));
afterAll(() => setTimeZone('Europe/London'));

const submission = (part: Partial<Submission>): Submission => newSubmission({ submitted_at: now.toISOString(), ...part });

const page = (submissions: Submission[], duplicates: string[] = []): EventWithSubmissions => ({
  ...newListedEvent({ submissions_count: submissions.length }),
  submissions,
  duplicate_emails: duplicates,
  matches_count: submissions.length,
  next_cursor: null,
});

test("ATT-3: submissions of the viewer's day are marked with their time, from the first to the last minute", () => {
  const at = (...time: [number, number, number]) => submission({ submitted_at: new Date(2026, 10, ...time).toISOString() });
  const rows = attendeesOf([page([at(20, 0, 0), at(20, 23, 59), at(19, 23, 59), at(21, 0, 0)])], todayFrom);
  expect(rows.map((row) => row.today)).toEqual(['Today 00:00', 'Today 23:59', undefined, undefined]);
});

test('USE-24: if the day differs between the events’ zone and the viewer’s, today is marked without a time', () => {
  const early = submission({ submitted_at: new Date(2026, 10, 20, 0, 5).toISOString() });
  const late = submission({ submitted_at: new Date(2026, 10, 20, 23, 55).toISOString() });
  const marks = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].map((zone) => {
    setTimeZone(zone);
    return createAttendeeMapper()([page([early, late])], todayFrom);
  });
  expect([marks[0]?.[0]?.today, marks[1]?.[1]?.today]).toEqual(['Today', 'Today']);
});

test('ATD-40: who was checked in on the viewer’s day has the time alone, whatever day it is in the events’ zone', () => {
  const here = [20, 19].map((day) => submission({ _attended_at: new Date(2026, 10, day, 12, 0).toISOString() }));
  for (const zone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
    setTimeZone(zone);
    const rows = createAttendeeMapper()([page(here)], todayFrom);
    expect(rows.map((row) => row.attendance)).toEqual([expect.stringMatching(/^Here \d/), expect.stringMatching(/^Here [A-Z][a-z]{2} \d/)]);
  }
});

test('WTL-30: people who joined the waiting list today are marked with that time, whenever they signed up', () => {
  const waiting = (since: Date) =>
    submission({
      submitted_at: new Date(2026, 10, 1).toISOString(),
      _registration: { ...CONFIRMED, status: 'waiting', position: 1, waiting_since: since.toISOString() },
    });
  const rows = attendeesOf(
    [page([waiting(new Date(2026, 10, 20, 7, 26)), waiting(new Date(2026, 10, 19, 7, 26)), submission({})])],
    todayFrom,
  );
  expect(rows.map((row) => row.waitingToday)).toEqual(['Today 07:26', undefined, undefined]);
});

test('rows stay the same objects when another page is loaded, and are new on the next day', () => {
  const first = page([submission({})]);
  const [before] = attendeesOf([first], todayFrom);
  expect(attendeesOf([first, page([submission({})])], todayFrom)[0]).toBe(before);
  expect(attendeesOf([first], startOfToday(new Date(2026, 10, 21)))[0]).not.toBe(before);
});

test('ATT-14: a failed step has the time of its next attempt, with the day unless it is today', () => {
  const failed = (at: Date | null) => {
    const next_try_at = at?.toISOString() ?? null;
    const failed_steps = [{ id: 'step-1', step: 'email', attempts: 3, next_try_at, dismissed_by: null }];
    return submission({ _status: { state: 'failed', steps_total: 4, steps_failed: 1, next_try_at, failed_steps } });
  };
  const rows = attendeesOf(
    [page([failed(new Date(2026, 10, 20, 12, 47)), failed(new Date(2026, 10, 21, 0, 47)), failed(null)])],
    todayFrom,
  );
  expect(rows[0]?.nextAttempt).toMatch(/^Next attempt at 12:47 \S+$/);
  expect(rows[1]?.nextAttempt).toMatch(/^Next attempt at Sat 21 Nov 2026, 00:47 \S+$/);
  expect(rows[2]?.nextAttempt).toBeUndefined();
  const failed_steps = [{ id: 'step-1', step: 'slack', attempts: 1, next_try_at: null, dismissed_by: 'Ben Osei' }];
  const dismissed = submission({ _status: { state: 'failed', steps_total: 4, steps_failed: 1, next_try_at: null, failed_steps } });
  expect(attendeesOf([page([dismissed])], todayFrom)[0]?.nextAttempt).toBe('Dismissed');
});
