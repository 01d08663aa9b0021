import { RepeatedFailures } from './repeated-failures.ts';

const INTERVAL_MS = 1_000;

/** Runs the work every second, unless it is still running; a failure is reported once until it works again. @returns stops it */
export function everySecond(work: () => Promise<unknown>, onFailure: (err: unknown) => void): () => void {
  const failures = new RepeatedFailures(onFailure);
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .then(
        () => failures.succeeded(),
        (error: unknown) => failures.failed(error),
      )
      .finally(() => {
        isWorking = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
