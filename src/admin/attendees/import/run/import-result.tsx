import { Alert, Box, Button, Progress, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { pauseLive } from '#admin/live/live.ts';
import { useUpload } from '#admin/reads/submission-queries.ts';
import { StepFoot } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog, useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import type { AttendeeImport } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { consentLeftOff, gotFreePlaces } from '#contract/texts/import.ts';
import type { ImportDraft, PlannedRow } from '../rows/import-plan.ts';
import { Figures, StepPane } from '../step-pane.tsx';
import { UndoDialog } from '../undo/undo-dialog.tsx';
import type { RunState } from './import-run.ts';
import { NotImported, type RejectedRow } from './not-imported.tsx';
import type { StartedImport } from './start-import.ts';

/** How often a running import is shown, instead of for each of thousands of rows. */
const SHOW_INTERVAL_MS = 250;

type State = RunState<PlannedRow>;

export const isActive = ({ phase }: Pick<State, 'phase'>): boolean => phase === 'running' || phase === 'stopping';

function headline({ phase, total, left }: State): string {
  if (phase === 'running') return `Importing row ${formatCount(Math.min(total, total - left + 1))} of ${formatCount(total)}`;
  return phase === 'stopping' ? 'Stopping…' : 'The import was stopped';
}

const rowsWere = (count: number, what: string): string => `${counted(count, 'row was', 'rows were')} ${what}`;

function outcomeOfStopped({ added, updated, left, failed, isHalted }: State): string {
  const parts = [
    ...(isHalted ? ['Too many rows failed in succession'] : []),
    `${rowsWere(added, 'added')} and ${added === 1 ? 'stays' : 'stay'} in the event`,
    ...(updated > 0 ? [rowsWere(updated, 'updated')] : []),
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(left > 0 ? [rowsWere(left, 'not sent')] : []),
  ];
  return `${parts.join('. ')}.`;
}

function rejectedRows({ failed, alreadyAdded }: State, skipped: readonly PlannedRow[]): RejectedRow[] {
  const rejected = [
    ...failed.map(({ row, reason }) => ({ row, reason: `Failed: ${reason}`, hasFailed: true })),
    ...alreadyAdded.map((row) => ({ row, reason: 'Skipped: an earlier upload already added this row', hasFailed: false })),
    ...skipped.map((row) => ({ row, reason: reasonOf(row), hasFailed: false })),
  ];
  return rejected.toSorted((a, b) => a.row.row.line - b.row.row.line);
}

function reasonOf({ action }: PlannedRow): string {
  if (action.kind === 'problem') return `Skipped: ${action.reason}`;
  return action.kind === 'skip' ? action.reason : '';
}

const figuresOf = ({ added, updated, alreadyAdded, failed }: State, skipped: readonly PlannedRow[], undone: AttendeeImport | undefined) =>
  undone !== undefined
    ? [
        { label: 'removed', value: undone.removed },
        { label: 'kept', value: undone.kept ?? 0 },
      ]
    : [
        { label: 'added', value: added },
        { label: 'updated', value: updated },
        { label: 'skipped', value: skipped.length + alreadyAdded.length },
        { label: 'failed', value: failed.length, tone: 'bad' } as const,
      ];

/** `412 rows: 380 added as confirmed, 9 put on the waiting list, 12 not confirmed, 7 repeated, 4 still to correct`, which adds up. */
function sumOf(rows: number, { added, updated, alreadyAdded, failed }: State, { counts, skipped }: StartedImport): string {
  const unwanted = skipped.filter(({ action }) => action.kind === 'skip');
  const repeated = unwanted.filter(({ repeatOf }) => repeatOf !== undefined).length;
  const notIn = unwanted.filter(({ row, repeatOf }) => repeatOf === undefined && row.registration !== undefined);
  const waited = notIn.filter(({ row }) => row.carriedAs === 'waiting').length;
  const parts = [
    [counts.confirmed, counts.confirmed < added ? 'added as confirmed' : 'added'],
    [counts.waiting + counts.offered, 'put on the waiting list'],
    [counts.cancelled, 'added as cancelled'],
    [updated, 'updated'],
    [waited, 'waiting in the file and skipped'],
    [notIn.length - waited, 'not confirmed'],
    [repeated, 'repeated'],
    [unwanted.length - notIn.length - repeated + alreadyAdded.length, 'skipped'],
    [skipped.length - unwanted.length, 'still to correct'],
    [failed.length, 'failed'],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return `${counted(rows, 'row')}: ${named.join(', ')}`;
}

/** The sum, and for how many the event differs from the file: their consent was withdrawn here, or they got a free place instead of waiting. */
const notesOf = (rows: number, state: State, started: StartedImport): string[] => [
  sumOf(rows, state, started),
  ...(started.counts.leftOff === 0 ? [] : [consentLeftOff(started.counts.leftOff)]),
  ...(started.counts.placed === 0 ? [] : [gotFreePlaces(started.counts.placed)]),
];

/** The upload if it was undone, and the state to show: then nothing is left to send or to retry, and no hint speaks of it. */
function useUndone(scope: EventScope, importId: string, ran: State) {
  const upload = useUpload(scope, isActive(ran) ? undefined : importId);
  if (upload?.state !== 'undone') return { state: ran, hint: 'Retrying a row never adds it twice.' };
  const state: State = { ...ran, phase: 'finished', failed: [] };
  return { undone: upload, state };
}

interface ImportResultProps {
  scope: EventScope;
  draft: ImportDraft;
  started: StartedImport;
  onShowAttendees: (importId: string) => void;
}

export function ImportResult({ scope, draft, started, onShowAttendees }: ImportResultProps) {
  const { run, skipped, importId } = started;
  const step = useRef<HTMLDivElement>(null);
  const undoing = useDialog();
  const [ran, setState] = useState(run.getState);
  const { undone, state, hint } = useUndone(scope, importId, ran);
  const isUndone = undone !== undefined;
  const showState = useThrottledCallback(() => setState(run.getState()), SHOW_INTERVAL_MS);
  useEffect(() => {
    run.follow(showState);
    run.start();
    return () => run.stop();
  }, [run, showState]);
  const isRunning = isActive(state);
  useEffect(() => (isRunning ? pauseLive() : undefined), [isRunning]);
  // The retry button disappears, so the step gets the focus.
  const retry = (rows: readonly PlannedRow[]) => {
    focusInPlace(step.current);
    run.retry(rows);
  };
  const handleResume = () => {
    retry(state.failed.map(({ row }) => row));
    run.start();
  };
  const rejected = isRunning || isUndone ? [] : rejectedRows(state, skipped);
  const canUndo = !isRunning && state.added > 0 && !isUndone;
  const undoButton = (
    <Button variant="subtle" color="gray" c="var(--t-text-2)" ms={-14} fw={400} leftSection={<IconArrowBackUp />} onClick={undoing.open}>
      Undo this upload…
    </Button>
  );
  return (
    <StepPane ref={step} label="Done">
      {state.phase === 'finished' ? (
        <Outcome draft={draft} started={started} state={state} isUndone={isUndone} />
      ) : (
        <RunProgress state={state} />
      )}
      <Figures label="What the import did" figures={figuresOf(state, skipped, undone)} />
      {rejected.length > 0 ? <NotImported draft={draft} rejected={rejected} onRetry={(row) => retry([row])} /> : null}
      {canUndo ? <UndoHint state={state} /> : null}
      <StepFoot note={canUndo ? undoButton : hint}>
        {canUndo ? (
          <Button variant="default" onClick={() => onShowAttendees(importId)}>
            Show attendees
          </Button>
        ) : null}
        <RunButtons state={state} onResume={handleResume} onStop={run.stop} />
      </StepFoot>
      {undoing.show(<UndoDialog scope={scope} importId={importId} />)}
    </StepPane>
  );
}

function RunButtons({ state, onResume, onStop }: { state: State; onResume: () => void; onStop: () => void }) {
  const close = useCloseDialog();
  const isStopped = state.phase === 'stopped';
  return (
    <>
      {state.failed.length > 0 || isStopped ? (
        <Button variant="default" disabled={isActive(state)} onClick={onResume}>
          {isStopped ? 'Import the rest' : 'Retry failed rows'}
        </Button>
      ) : null}
      {/* Stopping and closing share one button, so that it keeps the focus when the import ends. */}
      <Button variant={state.phase === 'finished' ? 'filled' : 'default'} onClick={isActive(state) ? onStop : close}>
        {isActive(state) ? 'Cancel' : 'Close'}
      </Button>
    </>
  );
}

function RunProgress({ state }: { state: State }) {
  const percent = Math.floor(((state.total - state.left) / Math.max(1, state.total)) * 100);
  return (
    <Box mb={16}>
      <Box mb={8} data-row="baseline between">
        <h3 data-text="heading">{headline(state)}</h3>
        <span data-text="small" data-figures>
          {`${percent}%`}
        </span>
      </Box>
      <Progress.Root transitionDuration={0}>
        <Progress.Section value={percent} aria-label="Rows that were sent" aria-valuetext={headline(state)} />
      </Progress.Root>
      <Box component="p" mt={isActive(state) ? 0 : 16} role="status">
        {isActive(state) ? null : outcomeOfStopped(state)}
      </Box>
    </Box>
  );
}

interface OutcomeProps extends Pick<ImportResultProps, 'draft' | 'started'> {
  state: State;
  isUndone: boolean;
}

function Outcome({ draft, started, state, isUndone }: OutcomeProps) {
  const { added, updated, failed } = state;
  const { name, records } = draft.file;
  const isIn = added + updated > 0;
  const done = isIn ? `Imported ‘${name}’.` : `Nothing was imported from ‘${name}’.`;
  const failure = failed.length === 0 ? '' : 'Some rows were not imported. ';
  return (
    <Alert data-fixed mb={20} role="status" color={isIn ? 'green' : 'orange'} icon={isIn ? <IconCircleCheck /> : <IconAlertTriangle />}>
      <strong dir="auto">{isUndone ? `The upload of ‘${name}’ was undone.` : done}</strong> <span>{failure}</span>No emails were sent.
      {isUndone ? null : notesOf(records.length, state, started).map((note) => <p key={note}>{note}</p>)}
    </Alert>
  );
}

function UndoHint({ state: { added, updated } }: { state: State }) {
  const addedOnes = added === 1 ? 'the person added' : `the ${formatCount(added)} people added`;
  const updatedOnes =
    updated === 1 ? 'the person updated keeps their new answers' : `the ${formatCount(updated)} people updated keep their new answers`;
  const hint = `Undo removes ${addedOnes}${updated === 0 ? '' : `; ${updatedOnes}`}. You can also undo this from Upload CSV for 30 days.`;
  return (
    <Text mt={20} data-text="hint">
      {hint}
    </Text>
  );
}
