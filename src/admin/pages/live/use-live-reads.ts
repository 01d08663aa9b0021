import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLive } from '#admin/live/live.ts';
import { isAffected, raiseCounts } from '#admin/reads/follows.ts';
import { ownWrites } from '#admin/session/call.ts';
import type { LiveChange } from '#contract/live.ts';

/** What is shown is read again at most this often; a random part keeps all screens from asking at the same time. */
const READ_PAUSE_MS = 10_000;
const READ_WITHIN_MS = 5_000;
const isVisible = (): boolean => document.visibilityState === 'visible';

function readAgain(query: Query): void {
  query.invalidate();
  if (isVisible()) query.onFocus();
}

/** Applies changes to the cached reads of a tab: counts immediately, everything else by reading it again. */
function createLiveReads(queryClient: QueryClient, self: string) {
  let due: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  ownWrites.readsUnderWay = () => queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  const isShown = (query: Query, { tab }: LiveChange) => tab === ownWrites.tab && ownWrites.areShownBy(query);
  const read = (): void => {
    const changes = due;
    [due, timer, readAt] = [[], undefined, Date.now()];
    void queryClient.invalidateQueries({
      predicate: (query) => changes.some((change) => isAffected(query, change) && !isShown(query, change)),
      // A hidden tab reads when it is shown.
      refetchType: isVisible() ? 'active' : 'none',
    });
  };
  return {
    apply: (changes: readonly LiveChange[]): void => {
      // What this person adds has been read again by the form that added it.
      for (const change of changes.filter(({ by }) => by !== self)) raiseCounts(queryClient, change);
      due.push(...changes);
      timer ??= setTimeout(read, Math.max(0, readAt + READ_PAUSE_MS - Date.now()) + Math.random() * READ_WITHIN_MS);
    },
    /** Repeats the reads that are on screen, as when the window gets the focus, but also recent ones. Failed ones are left to their Retry. */
    readAll: (): void => {
      for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
        // One that is under way may have begun before what was missed.
        if (query.state.fetchStatus === 'fetching') void query.promise?.then(() => readAgain(query)).catch(() => undefined);
        else if (query.state.data !== undefined) readAgain(query);
      }
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Keeps what the screens have read current while someone is signed in; `self` is their address. */
export function useLiveReads(self: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (self === undefined) return undefined;
    const reads = createLiveReads(queryClient, self);
    const stop = startLive({ onChanges: reads.apply, onMissed: reads.readAll });
    return () => {
      stop();
      reads.stop();
    };
  }, [queryClient, self]);
}
