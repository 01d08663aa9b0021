import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveChange } from '#contract/live.ts';
import { gatheredNotify, LIVE_CHANNEL } from '#server/db/notify.ts';
import { GatheredChanges, type Notify, notifyNobody } from './notice.ts';

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
