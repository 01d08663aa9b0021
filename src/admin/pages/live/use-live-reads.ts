import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLive } from '#admin/live/live.ts';
import type { LiveChange } from '#contract/live.ts';
import { isTouched, raiseCounts } from './topic-queries.ts';

/** What is shown is read again at most this often; a random part keeps all screens from asking at once. */
const READ_PAUSE_MS = 10_000;
const READ_WITHIN_MS = 5_000;

const isVisible = (): boolean => document.visibilityState === 'visible';

function readAgain(query: Query): void {
  query.invalidate();
  if (isVisible()) query.onFocus();
}

/** Applies changes to the cached reads of a tab: counts at once, everything else by reading it again. */
class LiveReads {
  readonly #queryClient: QueryClient;
  readonly #self: string;
  #due: LiveChange[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;

  constructor(queryClient: QueryClient, self: string) {
    this.#queryClient = queryClient;
    this.#self = self;
  }

  apply(changes: readonly LiveChange[]): void {
    // What this person adds has been read again by the form that added it.
    for (const change of changes.filter(({ by }) => by !== this.#self)) raiseCounts(this.#queryClient, change);
    this.#due.push(...changes);
    const pauseMs = Math.max(0, this.#readAt + READ_PAUSE_MS - Date.now()) + Math.random() * READ_WITHIN_MS;
    this.#timer ??= setTimeout(() => this.#read(), pauseMs);
  }

  /** Repeats the reads that are on screen, as when the window gets the focus, but also recent ones. Failed ones are left to their Retry. */
  readAll(): void {
    for (const query of this.#queryClient.getQueryCache().findAll({ type: 'active' })) {
      // One that is under way may have begun before what was missed.
      if (query.state.fetchStatus === 'fetching') void query.promise?.then(() => readAgain(query)).catch(() => undefined);
      else if (query.state.data !== undefined) readAgain(query);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #read(): void {
    this.#timer = undefined;
    this.#readAt = Date.now();
    const due = this.#due;
    this.#due = [];
    void this.#queryClient.invalidateQueries({
      predicate: ({ queryKey }) => due.some((change) => isTouched(queryKey, change)),
      // A hidden tab reads when it is shown.
      refetchType: isVisible() ? 'active' : 'none',
    });
  }
}

/** Keeps what the screens have read current while somebody is signed in; `self` is their address. */
export function useLiveReads(self: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (self === undefined) return undefined;
    const reads = new LiveReads(queryClient, self);
    const stop = startLive({ onChanges: (changes) => reads.apply(changes), onMissed: () => reads.readAll() });
    return () => {
      stop();
      reads.stop();
    };
  }, [queryClient, self]);
}
