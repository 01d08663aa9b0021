import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { formatCount } from '#admin/ui/counts.ts';
import { DialogFooter } from './dialog-footer.tsx';
import classes from './import-progress.module.css';
import type { ImportRow } from './import-rows.ts';
import type { ImportRun, RunState } from './import-run.ts';
import { RowTable } from './row-table.tsx';
import { headline, outcome } from './run-words.ts';
import { type StepFocus, StepPane } from './step-pane.tsx';

type State = RunState<ImportRow>;

const isUnderWay = ({ phase }: State): boolean => phase === 'running' || phase === 'stopping';

/** Whether every row is in the event. */
const isWhole = ({ phase, failed }: State): boolean => phase === 'finished' && failed.length === 0;

/** The third step: how far the import is, what failed, and what can be done about it (decision 41). */
export function ImportProgress({ run, onClose }: { run: ImportRun<ImportRow>; onClose: () => void }) {
  const step = useRef<StepFocus>(null);
  const state = useSyncExternalStore(run.subscribe, run.getState);
  useEffect(() => {
    run.start();
    return () => run.stop();
  }, [run]);
  // The button that was pressed goes with the failure.
  const retry = (rows: readonly ImportRow[]) => {
    step.current?.focus();
    run.retry(rows);
  };
  const goOn = () => {
    retry(state.failed.map(({ row }) => row));
    run.start();
  };
  const done = state.total - state.left;
  const percent = Math.floor((done / Math.max(1, state.total)) * 100);
  return (
    <StepPane ref={step} label="Progress">
      <div className={classes.headline}>
        <h3>{headline(state)}</h3>
        <span>{percent}%</span>
      </div>
      <Progress.Root transitionDuration={0}>
        <Progress.Section value={percent} aria-label="Rows that were sent" aria-valuetext={headline(state)} />
      </Progress.Root>
      <Counts state={state} />
      <p className={classes.outcome} role="status">
        {isUnderWay(state) ? null : outcome(state)}
      </p>
      {state.failed.length > 0 ? <FailedRows state={state} onRetry={(row) => retry([row])} /> : null}
      <DialogFooter note="Trying a row again never adds it twice.">
        <ProgressButtons state={state} onStop={run.stop} onGoOn={goOn} onClose={onClose} />
      </DialogFooter>
    </StepPane>
  );
}

function Counts({ state }: { state: State }) {
  return (
    <ul className={classes.counts}>
      <li data-tone="good">
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" /> {formatCount(state.added)} added
      </li>
      {state.kept > 0 ? <li>{formatCount(state.kept)} added by an earlier import</li> : null}
      {state.failed.length > 0 ? (
        <li data-tone="bad">
          <IconX size={16} stroke={1.75} aria-hidden="true" /> {formatCount(state.failed.length)} failed
        </li>
      ) : null}
      {state.left > 0 ? <li>{formatCount(state.left)} to go</li> : null}
    </ul>
  );
}

function FailedRows({ state, onRetry }: { state: State; onRetry: (row: ImportRow) => void }) {
  return (
    <>
      <h3 className={classes.heading}>Failed rows</h3>
      <RowTable
        label="Failed rows"
        lastHead="What happened"
        entries={state.failed.map(({ row, reason }) => ({
          row,
          text: reason,
          isBad: true,
          action: (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={14} stroke={1.75} />}
              aria-label={`Retry line ${formatCount(row.line)}`}
              disabled={state.phase === 'stopping'}
              onClick={() => onRetry(row)}
            >
              Retry
            </Button>
          ),
        }))}
      />
    </>
  );
}

interface ProgressButtonsProps {
  state: State;
  onStop: () => void;
  /** Sends the failed rows again, and the rest. */
  onGoOn: () => void;
  onClose: () => void;
}

/** The words of the button that ends the import or the dialog; one button, so that it keeps the focus. */
function leaveLabel(state: State): 'Cancel' | 'Close' | 'Done' {
  if (isUnderWay(state)) return 'Cancel';
  return isWhole(state) ? 'Done' : 'Close';
}

function ProgressButtons({ state, onStop, onGoOn, onClose }: ProgressButtonsProps) {
  return (
    <>
      <Button variant={isWhole(state) ? 'filled' : 'default'} onClick={isUnderWay(state) ? onStop : onClose}>
        {leaveLabel(state)}
      </Button>
      {state.failed.length > 0 || state.phase === 'stopped' ? (
        <Button disabled={isUnderWay(state)} onClick={onGoOn}>
          {state.phase === 'stopped' ? 'Import the rest' : 'Retry failed rows'}
        </Button>
      ) : null}
    </>
  );
}
