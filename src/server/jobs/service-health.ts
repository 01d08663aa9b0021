import { type ServiceName, STEPS } from '#contract/steps.ts';
import type { Outcome } from './step-store.ts';

const WRITE_MS = 1_000;

interface ServiceHealthDeps {
  readonly recordOutcome: (service: ServiceName, failure: string | undefined) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Records how the services do, at most once a second: hundreds of steps end in a second, and all workers write the same few rows. */
export class ServiceHealth {
  readonly #deps: ServiceHealthDeps;
  readonly #unwritten = new Map<string, { service: ServiceName; failure: string | undefined }>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: ServiceHealthDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#write(), WRITE_MS);
    this.#timer.unref();
  }

  /** Only the latest success and the latest failure of each service are kept. */
  add({ claim, state, message }: Outcome): void {
    const service = STEPS[claim.step].service;
    const failure = state === 'succeeded' ? undefined : message;
    this.#unwritten.set(`${service} ${failure === undefined}`, { service, failure });
  }

  async #write(): Promise<void> {
    const outcomes = [...this.#unwritten.values()];
    this.#unwritten.clear();
    for (const { service, failure } of outcomes) await this.#deps.recordOutcome(service, failure).catch(this.#deps.onError);
  }

  /** Writes the remaining outcomes and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }
}
