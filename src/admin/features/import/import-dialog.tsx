import { Modal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChooseFile } from './choose-file.tsx';
import classes from './import-dialog.module.css';
import type { ImportChoices } from './import-plan.ts';
import { rowsToSend } from './import-plan.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { attendeesHereQuery } from './import-queries.ts';
import type { ImportRow } from './import-rows.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportFile, ImportTarget } from './read-file.ts';
import { startImport } from './start-import.ts';
import { StopQuestion } from './stop-question.tsx';
import { useGroups } from './use-groups.ts';

const PHONE = '(max-width: 40em)';

interface ImportDialogProps extends ImportTarget {
  seriesId: string;
  opened: boolean;
  onClose: () => void;
}

type Step = { name: 'choose' } | { name: 'preview'; file: ImportFile } | { name: 'run'; run: ImportRun<ImportRow> };

const FIRST_STEP: Step = { name: 'choose' };

const isRunning = (step: Step): boolean => step.name === 'run' && ['running', 'stopping'].includes(step.run.getState().phase);

/** Uploads attendees to an event from a CSV file: choose, look at what it would do, import (decision 41). */
export function ImportDialog({ seriesId, event, fields, opened, onClose }: ImportDialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // A dialog that is open from the start does not remember what opened it, and could not give the focus back.
  const isMounted = useMounted();
  const [step, setStep] = useState<Step>(FIRST_STEP);
  const [isAsking, setAsking] = useState(false);
  // Later than the key press that closes: the question would take it for its own.
  const ask = () => void setTimeout(() => setAsking(true));
  const handleClose = () => (isRunning(step) ? ask() : onClose());
  const handleStop = () => {
    if (step.name === 'run') step.run.stop();
    setAsking(false);
  };
  return (
    <Modal
      opened={opened && isMounted}
      onClose={handleClose}
      onExitTransitionEnd={() => setStep(FIRST_STEP)}
      title={`Upload CSV to ‘${event.event_title}’`}
      size="47.5rem"
      fullScreen={isPhone}
      closeOnClickOutside={step.name === 'choose'}
      closeOnEscape={!isAsking}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {step.name === 'choose' ? (
        <ChooseFile target={{ event, fields }} onFile={(file) => setStep({ name: 'preview', file })} onCancel={onClose} />
      ) : null}
      {step.name === 'preview' ? (
        <PreviewStep
          seriesId={seriesId}
          eventId={event.id}
          file={step.file}
          onBack={() => setStep(FIRST_STEP)}
          onCancel={onClose}
          onRun={(run) => setStep({ name: 'run', run })}
        />
      ) : null}
      {step.name === 'run' ? <ImportProgress run={step.run} onClose={onClose} /> : null}
      <StopQuestion isRunning={() => isRunning(step)} opened={isAsking} onStay={() => setAsking(false)} onStop={handleStop} />
    </Modal>
  );
}

interface PreviewStepProps {
  seriesId: string;
  eventId: string;
  file: ImportFile;
  onBack: () => void;
  onCancel: () => void;
  onRun: (run: ImportRun<ImportRow>) => void;
}

function PreviewStep({ seriesId, eventId, file, onBack, onCancel, onRun }: PreviewStepProps) {
  const queryClient = useQueryClient();
  const here = useQuery(attendeesHereQuery(seriesId, eventId));
  const groups = useGroups(file.rows, here.data?.addresses);
  const handleImport = (choices: ImportChoices) => {
    const rows = rowsToSend(groups, choices);
    onRun(startImport({ queryClient, seriesId, eventId, rows, noMeans: choices.noMeans, idsBefore: here.data?.ids ?? new Set() }));
  };
  return <ImportPreview file={file} groups={groups} here={here} onBack={onBack} onCancel={onCancel} onImport={handleImport} />;
}
