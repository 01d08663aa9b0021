import { useEffect, useState } from 'react';
import { isNotFound } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { ownWrites } from '#admin/session/call.ts';
import { getSnapshot, selfOf } from '#admin/session/session.ts';
import type { LiveChange, LiveTopic } from '#contract/live.ts';
import { onLiveChanges } from './live.ts';

const SHOWN_MS = 60_000;

/** The saver of what you saved yourself in another tab. */
export const YOU = 'You';

/** Who made a change; undefined for visitors, for this tab, and if it is not known. */
function saverOf({ by, name, tab }: LiveChange): string | undefined {
  if (by === null || tab === ownWrites.tab) return undefined;
  if (by !== selfOf(getSnapshot())) return name ?? undefined;
  return tab === undefined ? undefined : YOU;
}

/** Whether the event, series or form itself was saved or deleted, not one of its submissions. */
const isOfItself = ({ by, added, ids }: LiveChange): boolean => by !== null && added === 0 && ids?.length === 0;

export const DELETED_MEANWHILE = 'Deleted in the meantime. Changes can no longer be saved.';

const savers = new Map<string, string>();
onLiveChanges((changes) => {
  for (const change of changes) {
    const saver = saverOf(change);
    const ids = isOfItself(change) ? [change.topic.replace(/^(?:series|form|event)[/]/, '')] : (change.ids ?? []);
    for (const id of ids) {
      if (saver === undefined) savers.delete(id);
      // Of several it is not known who saved which value.
      else savers.set(id, (savers.get(id) ?? saver) === saver ? saver : 'Someone else');
    }
  }
});

/** Who has saved a record since this tab did, by its id or the topic of its fields, as far as this tab was notified. */
export const lastSaverOf = (id: string): string | undefined => savers.get(id);

/**
 * `Bo Lind has just saved this page.`, for a minute after the version that a colleague, or another tab, saved is shown; or a note that the edited record was
 * deleted. Both are read immediately, as someone is editing what they are about.
 * @param version a value that differs after each save
 * @param failure why the last read failed
 */
export function useColleagueNote(topic: LiveTopic, version: unknown, failure?: unknown): string | undefined {
  const [saver, setSaver] = useState<string>();
  const [before, setBefore] = useState(version);
  useEffect(
    () =>
      onLiveChanges((changes) => {
        for (const change of changes) {
          if (change.topic !== topic || !isOfItself(change)) continue;
          const name = saverOf(change);
          setSaver(name);
          // Not at a colleague's: their version may have been read before this notice arrived.
          if (name === undefined) setBefore(version);
          // A hidden tab reads when it is shown.
          else if (document.visibilityState === 'visible')
            void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.follows.includes(topic) === true });
        }
      }),
    [topic, version],
  );
  useEffect(() => {
    if (saver === undefined) return undefined;
    const timer = setTimeout(() => {
      setSaver(undefined);
      setBefore(version);
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [saver, version]);
  if (version !== undefined && isNotFound(failure)) return DELETED_MEANWHILE;
  if (saver === undefined || version === before) return undefined;
  return saver === YOU ? 'You have just saved this page in another tab.' : `${saver} has just saved this page.`;
}
