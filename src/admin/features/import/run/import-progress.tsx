import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { counted, formatCount } from '#admin/ui/format/counts.ts';
import { IconCircleCheck, IconRefresh, IconX } from '#admin/ui/layout/icons.tsx';
import type { ImportRow } from '../file/import-rows.ts';
import { RowTable } from '../row-table.tsx';
import { DialogFooter, type StepFocus, StepPane } from '../step-pane.tsx';
import classes from './import-progress.module.css';
import type { ImportRun, RunState } from './import-run.ts';

type State = RunState<ImportRow>;

const isActive = ({ phase }: State): boolean => phase === 'running' || phase === 'stopping';

const isComplete = ({ phase, failed }: State): boolean => phase === 'finished' && failed.length === 0;

function headline({ phase, total, left, failed }: State): string {
  switch (phase) {
    case 'running':
      return `Importing row ${formatCount(Math.min(total, total - left + 1))} of ${formatCount(total)}`;
    case 'stopping':
      return 'Stopping…';
    case 'stopped':
      return 'The import was stopped';
    case 'finished':
      return failed.length > 0 ? 'Some rows were not imported' : 'The import is done';
  }
}

const rowsWere = (count: number, what: string): string => `${counted(count, 'row')} ${count === 1 ? 'was' : 'were'} ${what}`;

function outcome({ phase, added, alreadyAdded, left, failed, isHalted }: State): string {
  const parts = [
    ...(isHalted ? ['One row after the other failed'] : []),
    phase === 'finished' ? rowsWere(added, 'added') : `${rowsWere(added, 'added')} and ${added === 1 ? 'stays' : 'stay'} in the event`,
    ...(alreadyAdded > 0 ? [rowsWere(alreadyAdded, 'there from an earlier import')] : []),
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(left > 0 ? [rowsWere(left, 'not sent')] : []),
  ];
  return `${parts.join('. ')}.`;
}

/** Stopping and closing share one button, so that it keeps the focus when the import ends. */
function leaveLabel(state: State): 'Cancel' | 'Close' | 'Done' {
  if (isActive(state)) return 'Cancel';
  return isComplete(state) ? 'Done' : 'Close';
}

/** The third step: the progress of the import, and its failed rows with ways to retry them. */
export function ImportProgress({ run, onClose }: { run: ImportRun<ImportRow>; onClose: () => void }) {
  const step = useRef<StepFocus>(null);
  const state = useSyncExternalStore(run.subscribe, run.getState);
  useEffect(() => {
    run.start();
    return () => run.stop();
  }, [run]);
  // The retry button disappears, so the focus goes to the step.
  const retry = (rows: readonly ImportRow[]) => {
    step.current?.focus();
    run.retry(rows);
  };
  // Sends the failed rows again, then the rest.
  const handleResume = () => {
    retry(state.failed.map(({ row }) => row));
    run.start();
  };
  const percent = Math.floor(((state.total - state.left) / Math.max(1, state.total)) * 100);
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
        {isActive(state) ? null : outcome(state)}
      </p>
      {state.failed.length > 0 ? <FailedRows state={state} onRetry={(row) => retry([row])} /> : null}
      <DialogFooter note="Trying a row again never adds it twice.">
        <Button variant={isComplete(state) ? 'filled' : 'default'} onClick={isActive(state) ? run.stop : onClose}>
          {leaveLabel(state)}
        </Button>
        {state.failed.length > 0 || state.phase === 'stopped' ? (
          <Button disabled={isActive(state)} onClick={handleResume}>
            {state.phase === 'stopped' ? 'Import the rest' : 'Retry failed rows'}
          </Button>
        ) : null}
      </DialogFooter>
    </StepPane>
  );
}

function Counts({ state }: { state: State }) {
  return (
    <ul className={classes.counts}>
      <li data-tone="good">
        <IconCircleCheck aria-hidden="true" /> {formatCount(state.added)} added
      </li>
      {state.alreadyAdded > 0 ? <li>{formatCount(state.alreadyAdded)} added by an earlier import</li> : null}
      {state.failed.length > 0 ? (
        <li data-tone="bad">
          <IconX aria-hidden="true" /> {formatCount(state.failed.length)} failed
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
        noteHeading="What happened"
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
