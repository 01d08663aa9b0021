import { createFailureCount, WORK_AT_ONCE } from '#admin/api/in-parallel.ts';

const NOTIFY_INTERVAL_MS = 250;

/** What sending a row did; `alreadyAdded` when an earlier import had added it. */
type Outcome = 'added' | 'updated' | 'alreadyAdded';

export interface RunState<Row> {
  /** `stopping` until the last calls after a stop return; then `stopped` if rows are left, otherwise `finished`. */
  readonly phase: 'running' | 'stopping' | 'stopped' | 'finished';
  readonly total: number;
  readonly added: number;
  readonly updated: number;
  readonly alreadyAdded: readonly Row[];
  readonly failed: readonly { readonly row: Row; readonly reason: string }[];
  readonly left: number;
  readonly isHalted: boolean;
}

interface RunOptions<Row> {
  readonly rows: readonly Row[];
  readonly send: (row: Row) => Promise<Outcome>;
  readonly reasonOf: (error: unknown) => string;
  /** Called whenever the last running call has returned. */
  readonly onIdle: () => void;
}

export type ImportRun<Row> = ReturnType<typeof createImportRun<Row>>;

/** For `useSyncExternalStore`: notifies a few times a second instead of at each of thousands of rows. */
function createThrottledStore<State>(read: () => State) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state = read();
  const notify = () => {
    clearTimeout(timer);
    timer = undefined;
    state = read();
    for (const listener of listeners) listener();
  };
  return {
    notifySoon: () => {
      timer ??= setTimeout(notify, NOTIFY_INTERVAL_MS);
    },
    notify,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Sends rows in order, one call each and a few at once (D41). Nothing is sent before `start`. */
export function createImportRun<Row>({ rows, send, reasonOf, onIdle }: RunOptions<Row>) {
  // Reversed, because `pop` is cheaper than `shift`.
  const waiting = rows.toReversed();
  let again: Row[] = [];
  /** Whether only rows that failed are sent, and the others wait for `start`. */
  let isHeld = false;
  const done: Record<Outcome, Row[]> = { added: [], updated: [], alreadyAdded: [] };
  const failed = new Map<Row, string>();
  let failures = createFailureCount();
  let sending = 0;
  let [isStopping, isHalted] = [false, false];

  const phase = (): RunState<Row>['phase'] => {
    if (sending > 0) return isStopping ? 'stopping' : 'running';
    return waiting.length + again.length === 0 ? 'finished' : 'stopped';
  };
  const store = createThrottledStore((): RunState<Row> => ({
    phase: phase(),
    total: rows.length,
    added: done.added.length,
    updated: done.updated.length,
    alreadyAdded: [...done.alreadyAdded],
    failed: [...failed].map(([row, reason]) => ({ row, reason })),
    left: waiting.length + again.length + sending,
    isHalted,
  }));

  const sendRow = async (row: Row): Promise<void> => {
    sending += 1;
    try {
      done[await send(row)].push(row);
      failures.add(false);
    } catch (error) {
      failed.set(row, reasonOf(error));
      failures.add(true);
      if (failures.areTooMany()) {
        isHalted = again.length > 0 || (!isHeld && waiting.length > 0);
        isStopping = true;
      }
    }
    sending -= 1;
    sendNext();
    if (sending > 0) store.notifySoon();
    else {
      onIdle();
      store.notify();
    }
  };
  const sendNext = () => {
    while (!isStopping && sending < WORK_AT_ONCE) {
      const row = again.pop() ?? (isHeld ? undefined : waiting.pop());
      if (row === undefined) return;
      void sendRow(row);
    }
  };
  const resume = () => {
    [isStopping, isHalted, failures] = [false, false, createFailureCount()];
    sendNext();
    store.notify();
  };

  return {
    /** Starts, or resumes with the rows that are left. */
    start: () => {
      isHeld = false;
      resume();
    },
    /** Sends no more rows; running calls still count. */
    stop: () => {
      isStopping = true;
      store.notify();
    },
    /** Sends these failed rows again. After a stop the other rows wait for `start`. */
    retry: (chosen: readonly Row[]) => {
      const known = chosen.filter((row) => failed.delete(row));
      if (phase() === 'stopped') isHeld = true;
      again = [...again, ...known.toReversed()];
      resume();
    },
    getState: store.getState,
    subscribe: store.subscribe,
  };
}
