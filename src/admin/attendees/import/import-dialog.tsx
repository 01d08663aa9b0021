import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importsQuery } from '#admin/reads/submission-queries.ts';
import { useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { ConfirmDialog, Dialog, Failure, LeaveQuestion, UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog, useDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import type { AttendeeImport } from '#contract/attendees/attendee-import.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { REINSTATE_FIRST } from '#contract/texts/announcement.ts';
import { formatCount } from '#contract/texts/counts.ts';
import tabs from '#admin/ui/layout/page-tabs.module.css';
import { importDraftName } from '../dialogs/new-attendee.ts';
import { ChooseColumns } from './columns/choose-columns.tsx';
import { type ImportTarget, targetsOf } from './columns/column-targets.ts';
import { rememberColumns } from './columns/remembered-columns.ts';
import { ChooseFile } from './file/choose-file.tsx';
import classes from './import-dialog.module.css';
import { CheckRows } from './rows/check-rows.tsx';
import { type ImportDraft, isEdited, keepImport, keptSchema, newDraft, withColumns } from './rows/import-plan.ts';
import { ImportResult, isActive } from './run/import-result.tsx';
import type { StartedImport } from './run/start-import.ts';
import { UndoDialog } from './undo/undo-dialog.tsx';

const SHOWN_MAX = 5;

/** The last uploads into the event, each to view or undo; nothing if there are none. */
function EarlierUploads({ scope, onShowAttendees }: { scope: EventScope; onShowAttendees: (importId: string) => void }) {
  const { data: uploads = [] } = useQuery(importsQuery(scope));
  const undoing = useDialogWith<string>();
  if (uploads.length === 0) return null;
  return (
    <Box component="section" pb={24} aria-label="Earlier uploads">
      <Text component="h3" mb={4} data-text="label">
        Earlier uploads
      </Text>
      <ul>
        {uploads.slice(0, SHOWN_MAX).map((upload) => (
          <Group component="li" key={upload.id} gap="0 16px" justify="space-between" mih="2.5rem" py={4} data-edge="top">
            <UploadText upload={upload} />
            <span data-row="stretch close">
              {upload.added - upload.removed > 0 ? (
                <Button variant="subtle" color="gray" size="xs" fw={400} onClick={() => onShowAttendees(upload.id)}>
                  Show attendees
                </Button>
              ) : null}
              {upload.untouched > 0 || upload.state === 'undoing' ? (
                <Button variant="default" size="xs" onClick={() => undoing.open(upload.id)}>
                  {upload.state === 'undoing' ? 'Show progress' : 'Undo…'}
                </Button>
              ) : null}
            </span>
          </Group>
        ))}
      </ul>
      {undoing.show((importId) => (
        <UndoDialog scope={scope} importId={importId} />
      ))}
    </Box>
  );
}

function UploadText({ upload }: { upload: AttendeeImport }) {
  const toAdd = upload.rows - upload.updates;
  // Some may have been deleted, or it broke off.
  const isPart = upload.state === 'done' && upload.added < toAdd;
  const added = `${formatCount(upload.added)} ${isPart ? `of ${formatCount(toAdd)} here now` : 'added'}`;
  const removed = `${formatCount(upload.removed)} removed`;
  const undo = { done: '', undoing: `. Being undone: ${removed} so far`, undone: `. Undone by ${upload.undone_by ?? 'staff'}: ${removed}` };
  return (
    <span data-breaks data-text="small" style={{ flex: '1 1 20rem' }}>
      <strong data-text="stressed" dir="auto">{`‘${upload.file_name}’`}</strong>
      {`, ${added}, ${upload.by}, ${dates.dayAndTime(upload.at)}${undo[upload.state]}`}
    </span>
  );
}

const STEPS = ['File', 'Columns', 'Rows', 'Done'] as const;

type StepName = (typeof STEPS)[number];

function StepLine({ current, onBackTo }: { current: StepName; onBackTo: (step: StepName) => void }) {
  const at = STEPS.indexOf(current);
  return (
    <ol className={`${tabs.tabs} ${classes.steps}`} data-scrolls aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step}>
          {index < at ? (
            <button type="button" className={tabs.tab} onClick={() => onBackTo(step)}>
              <IconCheck data-text="good" aria-label="Done:" /> {step}
            </button>
          ) : (
            <span className={tabs.tab} aria-current={index === at ? 'step' : undefined}>{`${index + 1}\u2002${step}`}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

const StopQuestion = ({ onStop }: { onStop: () => void }) => (
  <ConfirmDialog
    title="Stop the import?"
    about="Rows already added stay in the event; the rest are not imported."
    stay="Keep importing"
    go="Stop"
    closeButtonProps={{ 'aria-label': 'Keep importing' }}
    onGo={onStop}
  />
);

interface ImportDialogProps extends ImportTarget {
  event: ImportTarget['event'] & EventWithPlaces & Pick<ListedEvent, 'cancelled_at'>;
  scope: EventScope;
  onShowAttendees: (importId: string) => void;
}

/** Imports attendees into an event from a file, in four steps: the file, its columns, its rows, and the result. */
export function ImportDialog({ event, fields, scope, onShowAttendees }: ImportDialogProps) {
  const close = useCloseDialog();
  const kept = useSavedDraft(importDraftName(event.id), keptSchema);
  const [step, setStep] = useState<StepName>(kept?.step ?? 'File');
  const [draft, setDraft] = useState(kept?.draft);
  const [started, setStarted] = useState<StartedImport>();
  const stopping = useDialog();
  const target = { event, fields };
  const isRunning = () => step === 'Done' && started !== undefined && isActive(started.run.getState());
  // If one is running, the rows that were added are found again.
  useDraftSaver(importDraftName(event.id), () =>
    draft === undefined || step === 'File' || (step === 'Done' && !isRunning())
      ? undefined
      : keepImport(step === 'Done' ? 'Rows' : step, draft),
  );
  // Unsent corrections are kept for when the dialog is reopened.
  const hasCorrections = step !== 'Done' && draft !== undefined && isEdited(draft.edits);
  const handleClosed = () => {
    if (hasCorrections) return;
    setStep('File');
    setDraft(undefined);
  };
  const showAttendees = (importId: string) => {
    close();
    onShowAttendees(importId);
  };
  const handleFile = (file: ImportDraft['file']) => {
    setDraft(newDraft(file, scope.id, target));
    setStep('Columns');
  };
  const showStep = () => {
    if (step === 'File' || draft === undefined) {
      return (
        <ChooseFile target={target} onFile={handleFile}>
          <Failure>{event.cancelled_at === null ? undefined : REINSTATE_FIRST}</Failure>
          {draft && (
            <Button variant="default" mt={16} onClick={() => setStep('Columns')}>
              {`Continue with ‘${draft.file.name}’`}
            </Button>
          )}
          <EarlierUploads scope={scope} onShowAttendees={showAttendees} />
        </ChooseFile>
      );
    }
    if (step === 'Columns') {
      return (
        <ChooseColumns
          draft={draft}
          targets={targetsOf(target)}
          onColumns={(columns) => setDraft(withColumns(draft, columns))}
          onFile={handleFile}
          onBack={() => setStep('File')}
          onContinue={() => {
            rememberColumns(scope.id, draft.columns);
            setStep('Rows');
          }}
        />
      );
    }
    if (step === 'Done' && started !== undefined) {
      return <ImportResult key={started.importId} scope={scope} draft={draft} started={started} onShowAttendees={showAttendees} />;
    }
    return (
      <CheckRows
        scope={scope}
        places={event}
        draft={draft}
        onDraft={(change) => setDraft((old) => old && { ...old, ...change(old) })}
        onBack={() => setStep('Columns')}
        onStarted={(next) => {
          setStarted(next);
          setStep('Done');
        }}
      />
    );
  };
  return (
    <Dialog
      isTall
      title={`Upload CSV to ‘${event.event_title}’`}
      size={step === 'Rows' ? '75rem' : '60rem'}
      closeOnClickOutside={step === 'File'}
      onClose={() => (isRunning() ? stopping.open() : close())}
      onClosed={handleClosed}
    >
      <StepLine current={step} onBackTo={(next) => (isRunning() ? stopping.open() : setStep(next))} />
      {showStep()}
      <UnsavedChanges
        hasUnsaved={() => isRunning() || hasCorrections}
        closing={stopping}
        question={(leave) =>
          step === 'Done' ? (
            <StopQuestion
              onStop={() => {
                started?.run.stop();
                leave();
              }}
            />
          ) : (
            <LeaveQuestion onLeave={leave} />
          )
        }
      />
    </Dialog>
  );
}
