import { type ServiceName, STEPS } from '#contract/steps/steps.ts';
import type { Outcome } from './step-store.ts';

const WRITE_MS = 1_000;

interface ServiceHealthDeps {
  readonly recordOutcome: (service: ServiceName, failure: string | undefined) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Records how the services do, at most once a second: hundreds of steps end in a second, and all workers write the same few rows. */
export function serviceHealth({ recordOutcome, onError }: ServiceHealthDeps) {
  const unwritten = new Map<string, { service: ServiceName; failure: string | undefined }>();
  const write = async (): Promise<void> => {
    const outcomes = [...unwritten.values()];
    unwritten.clear();
    for (const { service, failure } of outcomes) await recordOutcome(service, failure).catch(onError);
  };
  const timer = setInterval(() => void write(), WRITE_MS);
  timer.unref();
  return {
    /** Only the latest success and the latest failure of each service are kept. */
    add: ({ claim, state, message }: Outcome): void => {
      const { service } = STEPS[claim.step];
      const failure = state === 'succeeded' ? undefined : message;
      unwritten.set(`${service} ${failure === undefined}`, { service, failure });
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await write();
    },
  };
}
