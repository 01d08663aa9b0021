import { RepeatedFailures } from '#server/repeated-failures.ts';

const INTERVAL_MS = 1_000;

/**
 * Runs the work every second, unless it is still running; failures are reported as `RepeatedFailures` does. Work that gives false had nothing to do,
 * which is no success. @returns stops it
 */
export function everySecond(work: () => Promise<unknown>, onFailure: (err: unknown) => void): () => void {
  const failures = new RepeatedFailures(onFailure);
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .then(
        (outcome) => {
          if (outcome !== false) failures.succeeded();
        },
        (error: unknown) => failures.failed(error),
      )
      .finally(() => {
        isWorking = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
