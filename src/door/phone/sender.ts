import type { TapOutcome, TapResult } from '#contract/door.ts';
import { pause, pauseAfter } from './pause.ts';
import type { Answer, DoorServer } from './server.ts';
import type { DoorStorage } from './storage.ts';
import { type Entry, type NumberedEntry, type RefusedEntry, refusedOf, type Settled } from './taps.ts';

interface Parts {
  readonly server: DoorServer;
  /** Where waiting entries are kept; undefined if the browser stores nothing. */
  readonly kept: DoorStorage | undefined;
  readonly signal: AbortSignal;
  readonly onChange?: () => void;
  /** Called with each answer; false if nothing more is to be sent. */
  readonly onAnswer: (answer: Answer<unknown>) => boolean;
  readonly onSettled?: (settled: readonly Settled[]) => void;
  /** Only given for another link than the page's: takes the entries that were refused, which otherwise stay here until dismissed. */
  readonly onRefused?: (entry: Entry) => void;
}

type Results = { readonly taps: readonly TapOutcome[] };

const TAPS_MAX = 50;
export const CANNOT_KEEP = "This phone can't keep check-ins. Stay online.";

const refusal = (reason: string): TapResult => ({ outcome: 'refused', reason, person: null });

/** A person added as a walk-in who had already signed up has another id: what is waiting for them is sent under that one. */
const withPerson = (queue: readonly NumberedEntry[], { waiting: { tap, walkIn }, result: { person } }: Settled): readonly NumberedEntry[] =>
  walkIn === undefined || person === null || person.id === tap.id
    ? queue
    : queue.map((each) => (each.tap.submission_id === tap.id ? { ...each, tap: { ...each.tap, submission_id: person.id } } : each));

/** What is waiting to be sent, in order, and what was refused. Each entry is kept before it shows; only its own outcome ends its wait. */
export class Sender {
  readonly #parts: Parts;
  #entries: readonly NumberedEntry[] = [];
  canKeep: boolean;
  /** The ids of entries that could not be kept. */
  readonly #notKept = new Set<string>();
  #isSending = false;
  /** The last number used, perhaps for an entry that is still being stored. */
  #last = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.canKeep = parts.kept !== undefined;
  }

  get queue(): readonly NumberedEntry[] {
    return this.#entries.filter(({ refused }) => refused === undefined);
  }

  get refused(): readonly RefusedEntry[] {
    return this.#entries.filter((entry): entry is RefusedEntry => entry.refused !== undefined);
  }

  /** Resumes what was kept earlier, or by another tab, and sends it. */
  async resume(): Promise<void> {
    const kept = await this.#parts.kept?.list().catch(() => undefined);
    for (const { tap } of kept ?? []) this.#notKept.delete(tap.id);
    if (kept !== undefined) this.#entries = [...kept, ...this.#entries.filter(({ tap }) => this.#notKept.has(tap.id))];
    this.#parts.onChange?.();
    void this.#send();
  }

  /** Keeps an entry and sends it, or shows one that was refused for another link. */
  async add(entry: Entry): Promise<void> {
    this.#last = Math.max(this.#last, ...this.#entries.map(({ number }) => number)) + 1;
    const known = this.#entries.find(({ tap }) => tap.id === entry.tap.id);
    const added = { ...entry, number: known?.number ?? this.#last };
    const { kept } = this.#parts;
    this.canKeep =
      kept !== undefined &&
      (await kept.change([added]).then(
        () => true,
        () => false,
      ));
    if (this.canKeep) this.#notKept.delete(added.tap.id);
    else this.#notKept.add(added.tap.id);
    this.#entries = [...this.#entries.filter(({ tap }) => tap.id !== added.tap.id), added];
    this.#parts.onChange?.();
    void this.#send();
  }

  dismiss(id: string): void {
    const dismissed = this.#entries.filter(({ tap, refused }) => refused !== undefined && tap.id === id);
    if (dismissed.length === 0) return;
    this.#entries = this.#entries.filter((entry) => !dismissed.includes(entry));
    this.#parts.kept?.change([], dismissed).catch(() => undefined);
    this.#parts.onChange?.();
  }

  /** Sends everything waiting, and retries until there is an answer. */
  async #send(): Promise<void> {
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

  #first(most: number): readonly NumberedEntry[] {
    const { queue } = this;
    const end = queue.findIndex(({ walkIn }) => walkIn);
    return queue.slice(0, end === -1 ? most : Math.max(1, Math.min(most, end)));
  }

  async #call(batch: readonly NumberedEntry[]): Promise<Answer<Results>> {
    const sentAt = new Date().toISOString();
    const [first] = batch;
    if (first?.walkIn === undefined) return this.#parts.server.call('taps', { sent_at: sentAt, taps: batch.map(({ tap }) => tap) });
    const { id, at } = first.tap;
    const answer = await this.#parts.server.call<TapResult>('walk_in', { sent_at: sentAt, id, at, ...first.walkIn });
    return answer.kind === 'done' ? { kind: 'done', data: { taps: [{ ...answer.data, id }] } } : answer;
  }

  /** @returns whether anything left the queue */
  async #take(batch: readonly NumberedEntry[], answer: Answer<Results>): Promise<boolean> {
    if (answer.kind === 'none') {
      const notKept = this.queue.filter(({ tap }) => this.#notKept.has(tap.id));
      return notKept.length > 0 && this.#settle(notKept, () => refusal(CANNOT_KEEP));
    }
    if (answer.kind === 'refused') return this.#settle(batch, () => refusal(answer.detail));
    const results = new Map(answer.data.taps.map((result) => [result.id, result]));
    return this.#settle(batch, ({ tap }) => results.get(tap.id));
  }

  async #settle(batch: readonly NumberedEntry[], resultOf: (waiting: NumberedEntry) => TapResult | undefined): Promise<boolean> {
    const settled = batch.flatMap((waiting) => {
      const result = resultOf(waiting);
      return result === undefined ? [] : [{ waiting, result }];
    });
    const { onRefused, onSettled, kept, onChange } = this.#parts;
    const { queue } = this;
    const before = this.#entries;
    const ids = new Set(settled.map(({ waiting }) => waiting.tap.id));
    const isOther = onRefused !== undefined;
    const refused = settled.flatMap((each) => refusedOf(each, queue, isOther));
    const stay = isOther ? [] : refused;
    const left = before.flatMap((each) => (ids.has(each.tap.id) ? stay.filter(({ tap }) => tap.id === each.tap.id) : [each]));
    // In this order: whoever hears an outcome no longer finds its tap in the queue, and does not wait for the store.
    this.#entries = settled.reduce(withPerson, left);
    onSettled?.(settled);
    for (const entry of refused) onRefused?.(entry);
    const changed = this.#entries.filter((each) => !before.includes(each));
    // Taps that could not be deleted are sent again, which changes nothing.
    await kept
      ?.change(
        changed,
        settled.map(({ waiting }) => waiting),
      )
      .then(() => changed.forEach(({ tap }) => this.#notKept.delete(tap.id)))
      .catch(() => undefined);
    onChange?.();
    return settled.length > 0;
  }
}
