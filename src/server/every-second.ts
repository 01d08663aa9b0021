import { RepeatedFailures } from '#server/repeated-failures.ts';

const INTERVAL_MS = 1_000;

/** Works every second, unless the last run is still going; failures are reported as by `RepeatedFailures`, and false (nothing to do) does not count as a success. @returns stops it */
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
