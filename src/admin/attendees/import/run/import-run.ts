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

/** The rows that are not sent yet. Retried rows can go first while the others are on hold. */
function createQueue<Row>(rows: readonly Row[]) {
  // Reversed, because `pop` is cheaper than `shift`.
  let waiting = rows.toReversed();
  let held: Row[] = [];
  return {
    next: () => waiting.pop(),
    hasNext: () => waiting.length > 0,
    isEmpty: () => waiting.length + held.length === 0,
    putFirst: (first: readonly Row[]) => {
      waiting = [...waiting, ...first.toReversed()];
    },
    holdAll: () => {
      held = [...held, ...waiting];
      waiting = [];
    },
    releaseAll: () => {
      waiting = [...held, ...waiting];
      held = [];
    },
  };
}

/** Counts the rows that were sent by what became of them; thousands are read several times a second. */
function createOutcomes<Row>() {
  const counts = { added: 0, updated: 0 };
  const alreadyAdded: Row[] = [];
  return {
    add: (row: Row, outcome: Outcome) => {
      if (outcome === 'alreadyAdded') alreadyAdded.push(row);
      else counts[outcome] += 1;
    },
    read: (): Pick<RunState<Row>, Outcome> => ({ ...counts, alreadyAdded: [...alreadyAdded] }),
    count: () => counts.added + counts.updated + alreadyAdded.length,
  };
}

/** Sends rows in order, one call each and a few at once (D41). Nothing is sent before `start`. */
export function createImportRun<Row>({ rows, send, reasonOf, onIdle }: RunOptions<Row>) {
  const queue = createQueue(rows);
  const failed = new Map<Row, string>();
  const outcomes = createOutcomes<Row>();
  let failures = createFailureCount();
  let sending = 0;
  let isStopping = false;
  let isHalted = false;

  const phase = (): RunState<Row>['phase'] => {
    if (sending > 0) return isStopping ? 'stopping' : 'running';
    return queue.isEmpty() ? 'finished' : 'stopped';
  };
  const store = createThrottledStore((): RunState<Row> => ({
    phase: phase(),
    total: rows.length,
    ...outcomes.read(),
    failed: [...failed].map(([row, reason]) => ({ row, reason })),
    left: rows.length - outcomes.count() - failed.size,
    isHalted,
  }));

  const sendRow = async (row: Row): Promise<void> => {
    sending += 1;
    try {
      outcomes.add(row, await send(row));
      failures.add(false);
    } catch (error) {
      failed.set(row, reasonOf(error));
      failures.add(true);
      if (failures.areTooMany()) {
        isHalted = queue.hasNext();
        isStopping = true;
      }
    }
    sending -= 1;
    sendNext();
    if (sending > 0) {
      store.notifySoon();
      return;
    }
    onIdle();
    store.notify();
  };
  const sendNext = () => {
    while (!isStopping && sending < WORK_AT_ONCE) {
      const row = queue.next();
      if (row === undefined) return;
      void sendRow(row);
    }
  };
  const resume = () => {
    isStopping = false;
    isHalted = false;
    failures = createFailureCount();
    sendNext();
    store.notify();
  };

  return {
    /** Starts, or resumes with the rows that are left. */
    start: () => {
      queue.releaseAll();
      resume();
    },
    /** Sends no more rows; running calls still count. */
    stop: () => {
      isStopping = true;
      store.notify();
    },
    /** Sends these failed rows again. After a stop the other rows wait for `start`. */
    retry: (again: readonly Row[]) => {
      const known = again.filter((row) => failed.delete(row));
      if (phase() === 'stopped') queue.holdAll();
      queue.putFirst(known);
      resume();
    },
    getState: store.getState,
    subscribe: store.subscribe,
  };
}
