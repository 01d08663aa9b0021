import type { LiveChange, LiveTopic } from '#contract/live.ts';

/** What open screens are notified of; missing parts are empty. */
export interface Notice extends Partial<Pick<LiveChange, 'added' | 'by' | 'name' | 'tab'>> {
  readonly topic: LiveTopic;
  /** Submissions that were changed or deleted; null for any of the topic. */
  readonly ids?: readonly string[] | null;
}

/** Notifies open screens. It is called after their commit, never inside a transaction, and neither waits nor throws. */
export type Notify = (...changes: readonly Notice[]) => void;

/** Where live updates are off, and in scripts. */
export const notifyNobody: Notify = () => undefined;

/** That registrations of a series got another status, or another position. */
export const registrationNotices = (
  seriesId: string,
  registrations: readonly { readonly eventId: string; readonly submissionId: string }[],
): Notice[] => [
  { topic: 'dashboard' },
  { topic: `series/${seriesId}` },
  ...[...Map.groupBy(registrations, ({ eventId }) => eventId)].map(([eventId, keys]): Notice => ({
    topic: `event/${eventId}`,
    ids: keys.map(({ submissionId }) => submissionId),
  })),
];

/** For more than these, the notice only says that any may have changed, so that a screen reads everything again. */
const IDS_MAX = 50;

interface Gathered<Topic> extends Pick<LiveChange, 'added' | 'by' | 'name' | 'tab'> {
  readonly topic: Topic;
  /** Undefined when there are too many. */
  ids: Set<string> | undefined;
}

/** Gathers changes until they are taken: one entry for each topic, person and tab. */
export class GatheredChanges<Topic extends string = LiveTopic> {
  #entries = new Map<string, Gathered<Topic>>();

  add(change: Omit<Notice, 'topic'> & { readonly topic: Topic }): void {
    const { topic, added, ids, by, name, tab } = { added: 0, ids: [], by: null, name: null, ...change };
    const key = JSON.stringify([topic, by, tab]);
    const entry = this.#entries.get(key) ?? { topic, added: 0, ids: new Set<string>(), by, name, tab };
    this.#entries.set(key, entry);
    entry.added += added;
    for (const id of ids ?? []) entry.ids?.add(id);
    if (ids === null || (entry.ids?.size ?? 0) > IDS_MAX) entry.ids = undefined;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  take(): (LiveChange & { topic: Topic })[] {
    const taken = [...this.#entries.values()];
    this.#entries = new Map();
    return taken.map((entry) => ({ ...entry, ids: entry.ids === undefined ? null : [...entry.ids] }));
  }
}
