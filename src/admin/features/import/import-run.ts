/** Calls under way at once (decision 41). */
export const CALLS_AT_ONCE_MAX = 6;
/** Then the failures are not about the rows: the server is away, the event is gone, the session is over. */
const FAILURES_IN_A_ROW_MAX = 12;
/** How often progress is told at most. */
const TELL_EVERY_MS = 250;

/** A row that could not be added. */
export interface FailedRow<Row> {
  readonly row: Row;
  readonly reason: string;
}

/** How far an import is. */
export interface RunState<Row> {
  /** `stopping` while the last calls after a stop come back; `stopped` with rows left, `finished` without. */
  readonly phase: 'running' | 'stopping' | 'stopped' | 'finished';
  readonly total: number;
  readonly added: number;
  /** Rows that an earlier import had added. */
  readonly kept: number;
  readonly failed: readonly FailedRow<Row>[];
  /** Neither added nor failed. */
  readonly left: number;
  /** It stopped by itself, since one row after the other failed. */
  readonly isHalted: boolean;
}

interface RunOptions<Row> {
  readonly rows: readonly Row[];
  /** Sends one row; says whether it was added now or was there from an earlier import. Called again for a retry. */
  readonly send: (row: Row) => Promise<'added' | 'kept'>;
  /** Why a row failed, in words. */
  readonly reasonOf: (error: unknown) => string;
  /** Called whenever nothing is under way any more. */
  readonly onIdle: () => void;
}

/** An import that can be watched, stopped, taken up again, and retried row by row. */
export interface ImportRun<Row> {
  /** Starts, or goes on with the rows that are left. */
  readonly start: () => void;
  /** Sends nothing more; calls under way come back and count. */
  readonly stop: () => void;
  /** Sends these failed rows again; after a stop only these, the rest waits for `start`. */
  readonly retry: (rows: readonly Row[]) => void;
  readonly getState: () => RunState<Row>;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Tells listeners of changes, at most every so often unless at once. What is shown is read when they are told, not at each of the
 * thousands of rows.
 */
function createTeller<State>(read: () => State) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state = read();
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    state = read();
    for (const listener of listeners) listener();
  };
  return {
    soon: () => {
      timer ??= setTimeout(tell, TELL_EVERY_MS);
    },
    now: tell,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Rows that wait for their call. Some can go first while the others are kept aside. */
function createQueue<Row>(rows: readonly Row[]) {
  // The next one stands last, where taking it is cheap.
  let waiting = rows.toReversed();
  let aside: Row[] = [];
  return {
    next: () => waiting.pop(),
    hasNext: () => waiting.length > 0,
    isEmpty: () => waiting.length + aside.length === 0,
    putFirst: (first: readonly Row[]) => {
      waiting = [...waiting, ...first.toReversed()];
    },
    keepAside: () => {
      aside = [...aside, ...waiting];
      waiting = [];
    },
    takeBack: () => {
      waiting = [...aside, ...waiting];
      aside = [];
    },
  };
}

/** Sends rows one call each, a few at once, in their order (decision 41). Nothing is sent before `start`. */
export function createImportRun<Row>({ rows, send, reasonOf, onIdle }: RunOptions<Row>): ImportRun<Row> {
  const queue = createQueue(rows);
  const failed = new Map<Row, string>();
  const counts = { added: 0, kept: 0, sending: 0, failuresInARow: 0 };
  let isStopping = false;
  let isHalted = false;

  const phase = (): RunState<Row>['phase'] => {
    if (counts.sending > 0) return isStopping ? 'stopping' : 'running';
    return queue.isEmpty() ? 'finished' : 'stopped';
  };
  const teller = createTeller(
    (): RunState<Row> => ({
      phase: phase(),
      total: rows.length,
      added: counts.added,
      kept: counts.kept,
      failed: [...failed].map(([row, reason]) => ({ row, reason })),
      left: rows.length - counts.added - counts.kept - failed.size,
      isHalted,
    }),
  );

  const take = async (row: Row): Promise<void> => {
    counts.sending += 1;
    try {
      counts[await send(row)] += 1;
      counts.failuresInARow = 0;
    } catch (error) {
      failed.set(row, reasonOf(error));
      counts.failuresInARow += 1;
      if (counts.failuresInARow >= FAILURES_IN_A_ROW_MAX) {
        isHalted = queue.hasNext();
        isStopping = true;
      }
    }
    counts.sending -= 1;
    fill();
    if (counts.sending === 0) onIdle();
    teller[counts.sending === 0 ? 'now' : 'soon']();
  };
  const fill = () => {
    while (!isStopping && counts.sending < CALLS_AT_ONCE_MAX) {
      const row = queue.next();
      if (row === undefined) return;
      void take(row);
    }
  };
  const go = () => {
    isStopping = false;
    isHalted = false;
    counts.failuresInARow = 0;
    fill();
    teller.now();
  };

  return {
    start: () => {
      queue.takeBack();
      go();
    },
    stop: () => {
      isStopping = true;
      teller.now();
    },
    retry: (again) => {
      const known = again.filter((row) => failed.delete(row));
      if (phase() === 'stopped') queue.keepAside();
      queue.putFirst(known);
      go();
    },
    getState: teller.getState,
    subscribe: teller.subscribe,
  };
}
