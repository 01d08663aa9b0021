import { useEffect, useState } from 'react';
import { isNotFound } from '#admin/api/api-error.ts';
import { useSelf } from '#admin/session/session.ts';
import type { LiveChange, LiveTopic } from '#contract/live.ts';
import { onLiveChanges } from './live.ts';

const SHOWN_MS = 60_000;

/** The name of the colleague who saved the event, series or form itself, not one of its submissions. */
const saverOf = (changes: readonly LiveChange[], topic: LiveTopic, self: string | undefined): string | undefined =>
  changes.find(
    (change) => change.topic === topic && change.by !== null && change.by !== self && change.added === 0 && change.ids?.length === 0,
  )?.name ?? undefined;

/**
 * `Bo Lind has just saved this page.`, for a minute after the version that a colleague saved is shown; or a note that the edited record was deleted.
 * @param version a value that differs after each save
 * @param failure why the last read failed
 */
export function useColleagueNote(topic: LiveTopic, version: unknown, failure?: unknown): string | undefined {
  const self = useSelf();
  const [saver, setSaver] = useState<string>();
  const [before, setBefore] = useState(version);
  useEffect(
    () =>
      onLiveChanges((changes) => {
        if (changes.some((change) => change.topic === topic && change.by === self)) setSaver(undefined);
        const name = saverOf(changes, topic, self);
        if (name === undefined) return;
        setSaver(name);
        setBefore(version);
      }),
    [topic, self, version],
  );
  useEffect(() => {
    if (saver === undefined) return undefined;
    const timer = setTimeout(() => setSaver(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [saver]);
  if (version !== undefined && isNotFound(failure)) return 'Deleted in the meantime. Changes can no longer be saved.';
  return saver === undefined || version === before ? undefined : `${saver} has just saved this page.`;
}
