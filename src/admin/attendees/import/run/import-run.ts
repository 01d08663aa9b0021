import { createFailureCount, WORK_AT_ONCE } from '#admin/api/in-parallel.ts';

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

/** Sends rows in order, one call each and a few at a time (D41). Nothing is sent before `start`. */
export function createImportRun<Row>({ rows, send, reasonOf, onIdle }: RunOptions<Row>) {
  const sent: Record<Outcome, Row[]> = { added: [], updated: [], alreadyAdded: [] };
  const failed = new Map<Row, string>();
  let waiting = [...rows];
  /** How many waiting rows may be sent, from the first: after a stop, a retry only sends its own. */
  let allowed = 0;
  let failures = createFailureCount();
  let sending = 0;
  let isStopping = false;
  let isHalted = false;
  let onChange = () => undefined as void;

  const hasNext = () => allowed > 0 && waiting.length > 0;
  const phase = (): RunState<Row>['phase'] => {
    if (sending > 0) return isStopping ? 'stopping' : 'running';
    return waiting.length === 0 ? 'finished' : 'stopped';
  };
  const sendRow = async (row: Row): Promise<void> => {
    sending += 1;
    try {
      sent[await send(row)].push(row);
      failures.add(false);
    } catch (error) {
      failed.set(row, reasonOf(error));
      failures.add(true);
      if (failures.areTooMany()) {
        isHalted = hasNext();
        isStopping = true;
      }
    }
    sending -= 1;
    sendNext();
    if (sending === 0) onIdle();
    onChange();
  };
  const sendNext = () => {
    const next = isStopping ? [] : waiting.splice(0, Math.min(allowed, WORK_AT_ONCE - sending));
    allowed -= next.length;
    for (const row of next) void sendRow(row);
  };
  const resume = () => {
    isStopping = false;
    isHalted = false;
    failures = createFailureCount();
    sendNext();
    onChange();
  };

  return {
    /** Starts, or resumes with the rows that are left. */
    start: () => {
      allowed = Infinity;
      resume();
    },
    /** Stops sending rows; running calls still count. */
    stop: () => {
      isStopping = true;
      onChange();
    },
    /** Sends these failed rows again, first. After a stop the other rows wait for `start`. */
    retry: (again: readonly Row[]) => {
      const known = again.filter((row) => failed.delete(row));
      allowed = known.length + (phase() === 'stopped' ? 0 : allowed);
      waiting = [...known, ...waiting];
      resume();
    },
    follow: (listener: () => void) => {
      onChange = listener;
    },
    getState: (): RunState<Row> => ({
      phase: phase(),
      total: rows.length,
      added: sent.added.length,
      updated: sent.updated.length,
      alreadyAdded: [...sent.alreadyAdded],
      failed: [...failed].map(([row, reason]) => ({ row, reason })),
      left: waiting.length + sending,
      isHalted,
    }),
  };
}
