import { SECOND_MS } from '#contract/time.ts';

export const soon = async (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does something that is aborted once this long has passed without a call of `hear`. */
export async function untilSilence<Result>(ms: number, act: (silence: AbortController, hear: () => void) => Promise<Result>) {
  const silence = new AbortController();
  const abort = () => silence.abort();
  let timer = setTimeout(abort, ms);
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, ms);
  };
  return act(silence, hear).finally(() => clearTimeout(timer));
}

/** Waits this long, or until the browser reports a network again. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, ms);
  window.addEventListener('online', end, { signal: over.signal });
  signal.addEventListener('abort', end, { signal: over.signal });
  await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  clearTimeout(timer);
}

const PAUSES_S = [1, 2, 5];
const LAST_PAUSE_S = 10;

/** How long to wait before the next attempt after this number of failures. */
export const pauseAfter = (failures: number): number => (PAUSES_S[failures - 1] ?? LAST_PAUSE_S) * SECOND_MS;
