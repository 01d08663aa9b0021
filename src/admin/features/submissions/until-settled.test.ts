import { describe, expect, test } from 'vitest';
import type { Submission } from '#contract/submission.ts';
import { untilSettled } from './until-settled.ts';

type State = Submission['_status']['state'];

const inState = (state: State): Submission => ({
  id: '019a0000-0000-7000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Lovelace',
  job_title: '',
  organisation: '',
  email: 'ada@example.com',
  accepts_marketing: false,
  message: null,
  submitted_at: '2026-11-20T10:00:00.000Z',
  errors: [],
  signups_count: 1,
  _status: { state, steps_total: 1, steps_failed: 0, next_try_at: null, failed_steps: [] },
  _version: 1,
});

/** What was seen of a submission that goes through these states and stays in the last, or is deleted. */
async function seen(...states: (State | 'deleted')[]): Promise<State[]> {
  const told: State[] = [];
  let index = 0;
  await untilSettled({
    look: async () => {
      const state = states[Math.min(index, states.length - 1)];
      index += 1;
      return state === undefined || state === 'deleted' ? undefined : inState(state);
    },
    onSeen: (now) => told.push(now._status.state),
    pause: async () => undefined,
  });
  return told;
}

describe('a sign-up whose steps are tried again', () => {
  test('is looked at until no step is under way, and each look is told', async () => {
    expect(await seen('sending', 'sending', 'done')).toEqual(['sending', 'sending', 'done']);
    expect(await seen('failed')).toEqual(['failed']);
  });

  test('is not looked at for ever', async () => {
    expect(await seen('sending')).toHaveLength(12);
  });

  test('may be deleted meanwhile', async () => {
    expect(await seen('sending', 'deleted')).toEqual(['sending']);
  });
});
