const INTERVAL_MS = 1_000;

/** Runs the work every second, unless it is still running. @returns stops it */
export function everySecond(work: () => Promise<unknown>, onFailure: (err: unknown) => void): () => void {
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .catch(onFailure)
      .finally(() => {
        isWorking = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
