import type { Submission } from '#contract/submission.ts';

const LOOKS = 12;
const PAUSE_MS = 800;

interface Looks {
  /** The submission as it is now; undefined when it is gone. */
  readonly look: () => Promise<Submission | undefined>;
  /** Told of each look. */
  readonly onSeen: (now: Submission) => void;
  readonly pause?: (ms: number) => Promise<void>;
}

const sleep = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Looks at a submission until none of its steps is under way, for about ten seconds at most: workers do the steps, and the server
 * tells nobody when they are done. What takes longer shows as under way.
 */
export async function untilSettled({ look, onSeen, pause = sleep }: Looks): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const now = await look();
    if (now === undefined) return;
    onSeen(now);
    if (now._status.state !== 'sending') return;
    await pause(PAUSE_MS);
  }
}
