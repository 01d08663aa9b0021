import type { Submission } from '#contract/attendees/submission.ts';

/** A submission for tests, with default values for everything that a test does not set. */
export const newSubmission = (part: Partial<Submission>): Submission => ({
  id: '0199f0a0-0000-7000-8000-000000000001',
  first_name: 'Amara',
  last_name: 'Nwosu',
  job_title: '',
  organisation: '',
  email: 'amara@kestrel.example',
  accepts_marketing: false,
  message: null,
  submitted_at: '2026-11-20T12:00:00.000Z',
  errors: [],
  signups_count: 1,
  _status: { state: 'done', steps_total: 1, steps_failed: 0, next_try_at: null, failed_steps: [] },
  _version: 1,
  ...part,
});
