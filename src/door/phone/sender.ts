import type { TapOutcome, TapResult } from '#contract/door.ts';
import { pause, pauseAfter } from './pause.ts';
import type { Answer, DoorServer } from './server.ts';
import type { DoorStorage, StoredName } from './storage.ts';
import type { Entry, Settled, Waiting } from './taps.ts';

interface Parts {
  readonly server: DoorServer;
  /** Where waiting entries are kept; undefined if the browser stores nothing. */
  readonly kept: DoorStorage | undefined;
  readonly signal: AbortSignal;
  readonly onChange: () => void;
  /** Called with each answer; false if nothing more is to be sent. */
  readonly onAnswer: (answer: Answer<unknown>) => boolean;
  /** Takes outcomes. @returns what to keep of them */
  readonly settle: (settled: readonly Settled[]) => readonly (readonly [StoredName, unknown])[];
}

type Results = { readonly taps: readonly TapOutcome[] };

const TAPS_MAX = 50;
export const CANNOT_KEEP = "This phone can't keep check-ins. Stay online.";

const refusal = (reason: string): TapResult => ({ outcome: 'refused', reason, person: null });
const keyOf = ({ number, tap }: Waiting) => ['waiting', number, tap.id] as const;

/** A person added as a walk-in who had already signed up has another id: what is waiting for them is sent under that one. */
const withPerson = (queue: readonly Waiting[], { waiting: { tap, walkIn }, result: { person } }: Settled): readonly Waiting[] =>
  walkIn === undefined || person === null || person.id === tap.id
    ? queue
    : queue.map((each) => (each.tap.submission_id === tap.id ? { ...each, tap: { ...each.tap, submission_id: person.id } } : each));

/** What is waiting to be sent, in order. Each entry is kept before it shows, and only its own outcome removes it. */
export class Sender {
  readonly #parts: Parts;
  /** Check-ins that are still to be sent; others only read it and `canKeep`. */
  queue: readonly Waiting[] = [];
  canKeep: boolean;
  /** The ids of what is waiting without being kept. */
  readonly #notKept = new Set<string>();
  #isSending = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.canKeep = parts.kept !== undefined;
  }

  /** Resumes what was kept earlier, or by another tab. */
  async load(): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `add` writes it
    const kept = (await this.#parts.kept?.list('waiting').catch(() => undefined)) as readonly Waiting[] | undefined;
    if (kept !== undefined) this.queue = [...kept, ...this.queue.filter(({ tap }) => this.#notKept.has(tap.id))];
  }

  /** With the token, so that it can be sent when another link is opened. */
  #asKept(waiting: Waiting): readonly [StoredName, unknown] {
    return [keyOf(waiting), { ...waiting, token: this.#parts.kept?.token }];
  }

  async add(entry: Entry): Promise<void> {
    const waiting = { ...entry, number: (this.queue.at(-1)?.number ?? 0) + 1 };
    const { kept } = this.#parts;
    this.canKeep =
      kept !== undefined &&
      (await kept.change([this.#asKept(waiting)]).then(
        () => true,
        () => false,
      ));
    if (!this.canKeep) this.#notKept.add(waiting.tap.id);
    this.queue = [...this.queue.filter(({ tap }) => tap.id !== waiting.tap.id), waiting];
    this.#parts.onChange();
    void this.send();
  }

  /** Sends everything waiting, and retries until there is an answer. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    let failures = 0;
    let most = TAPS_MAX;
    while (this.queue.length > 0 && !this.#parts.signal.aborted) {
      const batch = this.#first(most);
      const answer = await this.#call(batch);
      if (!this.#parts.onAnswer(answer)) break;
      if (answer.kind === 'refused' && batch.length > 1) most = 1;
      else if (await this.#take(batch, answer)) failures = 0;
      else await pause(pauseAfter(++failures), this.#parts.signal);
    }
    this.#isSending = false;
  }

  #first(most: number): readonly Waiting[] {
    const end = this.queue.findIndex(({ walkIn }) => walkIn);
    return this.queue.slice(0, end === -1 ? most : Math.max(1, Math.min(most, end)));
  }

  async #call(batch: readonly Waiting[]): Promise<Answer<Results>> {
    const sentAt = new Date().toISOString();
    const [first] = batch;
    if (first?.walkIn === undefined) return this.#parts.server.call('taps', { sent_at: sentAt, taps: batch.map(({ tap }) => tap) });
    const { id, at } = first.tap;
    const answer = await this.#parts.server.call<TapResult>('walk_in', { sent_at: sentAt, id, at, ...first.walkIn });
    return answer.kind === 'done' ? { kind: 'done', data: { taps: [{ ...answer.data, id }] } } : answer;
  }

  /** @returns whether anything left the queue */
  async #take(batch: readonly Waiting[], answer: Answer<Results>): Promise<boolean> {
    if (answer.kind === 'none') {
      const notKept = this.queue.filter(({ tap }) => this.#notKept.has(tap.id));
      return notKept.length > 0 && this.#settle(notKept, () => refusal(CANNOT_KEEP));
    }
    if (answer.kind === 'refused') return this.#settle(batch, () => refusal(answer.detail));
    const results = new Map(answer.data.taps.map((result) => [result.id, result]));
    return this.#settle(batch, ({ tap }) => results.get(tap.id));
  }

  async #settle(batch: readonly Waiting[], resultOf: (waiting: Waiting) => TapResult | undefined): Promise<boolean> {
    const settled = batch.flatMap((waiting) => {
      const result = resultOf(waiting);
      return result === undefined ? [] : [{ waiting, result }];
    });
    const gone = new Map(settled.map(({ waiting }) => [waiting.tap.id, waiting]));
    const left = this.queue.filter(({ tap }) => !gone.has(tap.id));
    this.queue = settled.reduce(withPerson, left);
    const moved = this.queue.filter((waiting) => !left.includes(waiting));
    for (const id of gone.keys()) this.#notKept.delete(id);
    const puts = this.#parts.settle(settled);
    // Taps that could not be deleted are sent again, which changes nothing.
    await this.#parts.kept
      ?.change([...puts, ...moved.map((waiting) => this.#asKept(waiting))], [...gone.values()].map(keyOf))
      .catch(() => undefined);
    this.#parts.onChange();
    return settled.length > 0;
  }
}

/** Sends what is waiting for other links on this phone, and passes on the outcomes. */
export async function sendOthers(
  kept: DoorStorage,
  server: DoorServer,
  signal: AbortSignal,
  onSettled: (settled: readonly Settled[]) => void,
): Promise<void> {
  const settle = (settled: readonly Settled[]) => {
    onSettled(settled);
    return [];
  };
  for (const other of await kept.others().catch(() => [])) {
    const parts = { server: server.by(other.token), kept: other, signal, settle };
    const sender = new Sender({ ...parts, onChange: () => undefined, onAnswer: () => !signal.aborted });
    await sender.load();
    void sender.send();
  }
}
