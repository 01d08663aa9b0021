import type { Submission } from '#contract/submission.ts';

const POLLS_MAX = 12;
const POLL_INTERVAL_MS = 800;

interface PollOptions {
  /** Reads the submission; undefined if it was deleted. */
  readonly read: () => Promise<Submission | undefined>;
  readonly onUpdate: (now: Submission) => void;
  readonly pause?: (ms: number) => Promise<void>;
}

const sleep = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Polls a submission until none of its steps is running, for about ten seconds at most, since live updates say so later, and not
 * in every network.
 */
export async function pollUntilSettled({ read, onUpdate, pause = sleep }: PollOptions): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const now = await read();
    if (now === undefined) return;
    onUpdate(now);
    if (now._status.state !== 'sending') return;
    await pause(POLL_INTERVAL_MS);
  }
}
