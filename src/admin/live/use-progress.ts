import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import type { LiveTopic } from '#contract/live.ts';
import { onLiveChanges } from './live.ts';

/** If there are no live updates. */
const LOOK_EVERY_MS = 5_000;

/** Repeats a read at each notice of a topic, without the usual pause, while the background work that it shows is under way. */
export function useProgress(queryKey: QueryKey, topic: LiveTopic, isUnderWay: boolean): void {
  const read = useEffectEvent(() => void queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false }));
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(read, LOOK_EVERY_MS);
    const stop = onLiveChanges((changes) => {
      if (changes.some((change) => change.topic === topic)) read();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [topic, isUnderWay]);
}
