import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveChange, LiveTopic } from '#contract/live.ts';
import { gatheredNotify, LIVE_CHANNEL } from '#server/db/notify.ts';

/** What open screens are notified of; missing parts are empty. */
export interface Notice extends Partial<Pick<LiveChange, 'added' | 'joined' | 'by' | 'name' | 'tab'>> {
  readonly topic: LiveTopic;
  /** Submissions that were changed or deleted; null for any of the topic. */
  readonly ids?: readonly string[] | null;
}

/** Notifies open screens. It is called after their commit, never inside a transaction, and neither waits nor throws. */
export type Notify = (...changes: readonly Notice[]) => void;

/** Where live updates are off, and in scripts. */
export const notifyNobody: Notify = () => undefined;

/** A call that has changed something: the ids in its path, and who made it. */
export interface MadeCall {
  readonly params: { readonly id?: string; readonly eventId?: string; readonly submissionId?: string };
  readonly by: Pick<Notice, 'by' | 'name' | 'tab'>;
}

/** The topics of the nouns with which paths begin; everything else is shown on the dashboard alone. */
const OWNERS: ReadonlyMap<string, 'series' | 'form' | 'feedback'> = new Map([
  ['event_series', 'series'],
  ['form', 'form'],
  ['website-feedback', 'feedback'],
]);

function topicsOf(path: string, { id = '', eventId }: MadeCall['params']): LiveTopic[] {
  const owner = OWNERS.get(path.split('/')[1] ?? '');
  return [
    /\/(?:steps?|address)\//.test(path) ? 'attention' : 'dashboard',
    ...(owner === undefined || id === '' ? [] : [`${owner}/${id}` as const]),
    ...(eventId === undefined ? [] : [`event/${eventId}` as const]),
    ...(path.includes('formfield') ? [`fields/${id}` as const] : []),
  ];
}

/** The notices of a call: of the subject that its path names, and what that belongs to. One about steps of many may have changed any, unless ids are given. */
export function noticesOfCall(path: string, { params, by }: MadeCall, given: Pick<Notice, 'added' | 'ids' | 'joined'> = {}): Notice[] {
  const topics = topicsOf(path, params);
  const ofMany = topics.includes('attention') ? null : [];
  const { added = 0, joined, ids = params.submissionId === undefined ? ofMany : [params.submissionId] } = given;
  const last = topics.length - 1;
  return topics.map((topic, index) => ({
    topic,
    ids: topic === 'dashboard' ? [] : ids,
    ...(index === 0 || index === last ? by : {}),
    ...(index === last ? { added, joined } : {}),
  }));
}

/** For more than these, the notice only says that any may have changed, so that a screen reads everything again. */
const IDS_MAX = 50;

interface Gathered<Topic> extends Pick<LiveChange, 'added' | 'by' | 'name' | 'tab'> {
  readonly topic: Topic;
  /** Undefined when there are too many. */
  ids: Set<string> | undefined;
  joined: Set<string> | undefined;
}

/** Adds to the gathered ids. @returns them, or undefined when there are too many */
function addIds(gathered: Set<string> | undefined, ids: readonly string[] | null): Set<string> | undefined {
  if (gathered === undefined || ids === null) return undefined;
  for (const id of ids) gathered.add(id);
  return gathered.size > IDS_MAX ? undefined : gathered;
}

const listOf = (ids: ReadonlySet<string> | undefined): string[] | null => (ids === undefined ? null : [...ids]);

/** Gathers changes until they are taken: one entry for each topic, person and tab. */
export class GatheredChanges<Topic extends string = LiveTopic> {
  #entries = new Map<string, Gathered<Topic>>();

  add(change: Omit<Notice, 'topic'> & { readonly topic: Topic }): void {
    const { topic, added = 0, ids = [], joined = [], by = null, name = null, tab } = change;
    const key = JSON.stringify([topic, by, tab]);
    const entry = this.#entries.get(key) ?? { topic, added: 0, ids: new Set<string>(), joined: new Set<string>(), by, name, tab };
    this.#entries.set(key, entry);
    entry.added += added;
    entry.ids = addIds(entry.ids, ids);
    entry.joined = addIds(entry.joined, joined);
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  take(): (LiveChange & { topic: Topic })[] {
    const taken = [...this.#entries.values()];
    this.#entries = new Map();
    return taken.map(({ joined, ...entry }) => ({
      ...entry,
      ids: listOf(entry.ids),
      ...(joined?.size === 0 ? {} : { joined: listOf(joined) }),
    }));
  }
}

/** PostgreSQL refuses payloads of 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_500;

/** The changes as a payload: without the ids of new sign-ups when they would be too long, then without any, and `null` when even that is. */
export function payloadOf(changes: readonly LiveChange[]): string {
  const short = changes.map((change) => ({ ...change, joined: change.joined && null }));
  const candidates = [changes, short, short.map((change) => ({ ...change, ids: null }))].map((each) => JSON.stringify(each));
  return candidates.find((text) => Buffer.byteLength(text) <= PAYLOAD_MAX_BYTES) ?? 'null';
}

/** Notifies the streams of all processes, at most once in `gatherMs`; nobody where live updates are off. */
export function createNotifier(pool: pg.Pool, log: Pick<Logger, 'warn'>, isOn: boolean, gatherMs = 500): Notify {
  if (!isOn) return notifyNobody;
  const gathered = new GatheredChanges();
  const notify = gatheredNotify({
    pool,
    channel: LIVE_CHANNEL,
    takePayload: () => (gathered.isEmpty ? undefined : payloadOf(gathered.take())),
    gatherMs,
    onFailure: (err) => log.warn({ err }, 'Open screens could not be notified of changes'),
  });
  return (...changes) => {
    for (const change of changes) gathered.add(change);
    if (!gathered.isEmpty) notify();
  };
}
