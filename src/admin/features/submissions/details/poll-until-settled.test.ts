import { describe, expect, test } from 'vitest';
import type { Submission } from '#contract/submission.ts';
import { pollUntilSettled } from './poll-until-settled.ts';

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

/** The polled states of a submission that goes through these states and stays in the last one. */
async function polledStates(...states: (State | 'deleted')[]): Promise<State[]> {
  const polled: State[] = [];
  let index = 0;
  await pollUntilSettled({
    read: async () => {
      const state = states[Math.min(index, states.length - 1)];
      index += 1;
      return state === undefined || state === 'deleted' ? undefined : inState(state);
    },
    onUpdate: (now) => polled.push(now._status.state),
    pause: async () => undefined,
  });
  return polled;
}

describe('polling a submission whose steps are retried', () => {
  test('ends when no step is running, and reports each poll', async () => {
    expect(await polledStates('sending', 'sending', 'done')).toEqual(['sending', 'sending', 'done']);
    expect(await polledStates('failed')).toEqual(['failed']);
  });

  test('ends after twelve polls', async () => {
    expect(await polledStates('sending')).toHaveLength(12);
  });

  test('ends when the submission is deleted', async () => {
    expect(await polledStates('sending', 'deleted')).toEqual(['sending']);
  });
});
