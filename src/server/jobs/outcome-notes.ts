import type { ServiceName, StepName } from '#server/db/tables.ts';
import type { Outcome } from './step-ledger.ts';

const SERVICE_OF: Readonly<Record<StepName, ServiceName>> = { slack: 'slack', email: 'mail', forward: 'mail', crm: 'copper' };
const WRITE_MS = 1_000;

interface NotesDeps {
  readonly note: (service: ServiceName, failure: string | undefined) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * How the services did, as the steps tell: written once a second at most, since hundreds of steps end in a second and all
 * workers write the same three rows.
 */
export class OutcomeNotes {
  readonly #deps: NotesDeps;
  readonly #waiting = new Map<string, { service: ServiceName; failure: string | undefined }>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: NotesDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#write(), WRITE_MS);
    this.#timer.unref();
  }

  /** Takes note of an outcome; the latest success and the latest failure of each service count. */
  add({ claim, state, message }: Outcome): void {
    const service = SERVICE_OF[claim.step];
    const failure = state === 'succeeded' ? undefined : message;
    this.#waiting.set(`${service} ${failure === undefined}`, { service, failure });
  }

  async #write(): Promise<void> {
    const notes = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { service, failure } of notes) await this.#deps.note(service, failure).catch(this.#deps.onError);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }
}
