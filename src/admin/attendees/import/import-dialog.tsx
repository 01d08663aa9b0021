import { type Dispatch, type SetStateAction, useState } from 'react';
import { Ask, Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { DialogPart, useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { useLeaveBlocker } from '#admin/ui/dialogs/use-leave-blocker.ts';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { ChooseColumns } from './columns/choose-columns.tsx';
import { type ImportTarget, targetsOf } from './columns/column-targets.ts';
import { rememberColumns } from './columns/remembered-columns.ts';
import { ChooseFile } from './file/choose-file.tsx';
import type { ImportFile } from './file/read-file.ts';
import { type ImportDraft, newDraft, withColumns } from './import-draft.ts';
import { CheckRows } from './rows/check-rows.tsx';
import type { RowEdits } from './rows/import-rows.ts';
import { isEdited } from './rows/row-edits.ts';
import { ImportResult, isActive } from './run/import-result.tsx';
import type { StartedImport } from './run/start-import.ts';
import classes from './step-line.module.css';
import { EarlierUploads } from './undo/earlier-uploads.tsx';

export const STEPS = ['File', 'Columns', 'Rows', 'Done'] as const;

export type StepName = (typeof STEPS)[number];

interface StepLineProps {
  current: StepName;
  onBackTo: (step: StepName) => void;
}

/** Where in the dialog one is. */
export function StepLine({ current, onBackTo }: StepLineProps) {
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} data-scrolls aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} className={classes.step} aria-current={index === at ? 'step' : undefined} data-done={index < at}>
          {index < at ? (
            <button type="button" onClick={() => onBackTo(step)}>
              <IconCheck aria-label="Done:" /> {step}
            </button>
          ) : (
            <span>
              {index + 1}&ensp;{step}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

interface StopQuestionProps {
  /** Called when the page is about to be left. */
  isRunning: () => boolean;
  opened: boolean;
  onStay: () => void;
  onStop: () => void;
}

/** Confirms closing a running import, or leaving its page. */
export function StopQuestion({ isRunning, opened, onStay, onStop }: StopQuestionProps) {
  const blocker = useLeaveBlocker(isRunning);
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  const stop = () => {
    onStop();
    blocker.proceed?.();
  };
  return (
    <DialogPart opened={opened || blocker.state === 'blocked'} onClose={stay}>
      <Ask
        title="Stop the import?"
        about="Rows that were added stay in the event; the others are not imported."
        stay="Keep importing"
        go="Stop"
        closeButtonProps={{ 'aria-label': 'Keep importing' }}
        onGo={stop}
      />
    </DialogPart>
  );
}

interface ImportDialogProps extends ImportTarget {
  event: ImportTarget['event'] & EventWithPlaces;
  seriesId: string;
  onShowAttendees: (importId: string) => void;
}

/** Imports attendees into an event from a CSV file, in four steps: the file, its columns, its rows, and what became of them. */
export function ImportDialog({ onShowAttendees, ...props }: ImportDialogProps) {
  const close = useCloseDialog();
  const [step, setStep] = useState<StepName>('File');
  const [draft, setDraft] = useState<ImportDraft>();
  const [started, setStarted] = useState<StartedImport>();
  const [isAsking, setAsking] = useState(false);
  const isRunning = () => step === 'Done' && started !== undefined && isActive(started.run.getState());
  const askToStop = () => setAsking(true);
  const handleStop = () => {
    started?.run.stop();
    setAsking(false);
  };
  // Corrections that were not sent yet are there when the dialog is opened again.
  const handleClosed = () => {
    if (step !== 'Done' && draft !== undefined && isEdited(draft.edits)) return;
    setStep('File');
    setDraft(undefined);
  };
  return (
    <Dialog
      isTall
      title={`Upload CSV to ‘${props.event.event_title}’`}
      size="60rem"
      closeOnClickOutside={step === 'File'}
      onClose={() => (isRunning() ? askToStop() : close())}
      onClosed={handleClosed}
    >
      <StepLine current={step} onBackTo={(next) => (isRunning() ? askToStop() : setStep(next))} />
      <ImportSteps
        {...props}
        step={step}
        draft={draft}
        started={started}
        onStep={setStep}
        onDraft={setDraft}
        onStarted={setStarted}
        onShowAttendees={(importId) => {
          close();
          onShowAttendees(importId);
        }}
      />
      <StopQuestion isRunning={isRunning} opened={isAsking} onStay={() => setAsking(false)} onStop={handleStop} />
    </Dialog>
  );
}

interface ImportStepsProps extends ImportDialogProps {
  step: StepName;
  draft: ImportDraft | undefined;
  started: StartedImport | undefined;
  onStep: (step: StepName) => void;
  onDraft: Dispatch<SetStateAction<ImportDraft | undefined>>;
  onStarted: (started: StartedImport) => void;
}

/** The step that is shown. */
function ImportSteps(props: ImportStepsProps) {
  const { seriesId, event, fields, step, draft, started, onStep, onDraft, onShowAttendees } = props;
  const place = { seriesId, eventId: event.id };
  const target = { event, fields };
  const handleEdits = (edit: (edits: RowEdits) => RowEdits) => onDraft((old) => old && { ...old, edits: edit(old.edits) });
  if (step === 'File' || draft === undefined) {
    const handleFile = (file: ImportFile) => {
      onDraft(newDraft(file, seriesId, target));
      onStep('Columns');
    };
    return (
      <ChooseFile target={target} onFile={handleFile}>
        <EarlierUploads {...place} onShowAttendees={onShowAttendees} />
      </ChooseFile>
    );
  }
  if (step === 'Columns') {
    const handleContinue = () => {
      rememberColumns(seriesId, draft.columns);
      onStep('Rows');
    };
    return (
      <ChooseColumns
        file={draft.file}
        columns={draft.columns}
        targets={targetsOf(target)}
        onColumns={(columns) => onDraft(withColumns(draft, columns))}
        onBack={() => onStep('File')}
        onContinue={handleContinue}
      />
    );
  }
  if (step === 'Done' && started !== undefined) {
    return <ImportResult key={started.importId} {...place} draft={draft} started={started} onShowAttendees={onShowAttendees} />;
  }
  return (
    <CheckRows
      {...place}
      places={event}
      draft={draft}
      onEdits={handleEdits}
      onChoices={(choices) => onDraft({ ...draft, choices })}
      onBack={() => onStep('Columns')}
      onStarted={(next) => {
        props.onStarted(next);
        onStep('Done');
      }}
    />
  );
}
