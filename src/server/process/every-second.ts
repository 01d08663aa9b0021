const INTERVAL_MS = 1_000;

interface EverySecond {
  readonly work: () => Promise<unknown>;
  readonly log: { warn(details: { err: unknown }, message: string): void };
  /** The log message when the work fails. */
  readonly failure: string;
}

/** Runs the work every second, unless it is still running. @returns stops it */
export function everySecond({ work, log, failure }: EverySecond): () => void {
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .catch((err: unknown) => log.warn({ err }, failure))
      .finally(() => {
        isWorking = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
