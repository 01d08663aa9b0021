import { Modal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { ChooseFile } from './file/choose-file.tsx';
import type { ImportRow } from './file/import-rows.ts';
import type { ImportFile, ImportTarget } from './file/read-file.ts';
import classes from './import-dialog.module.css';
import { ImportPreview } from './preview/import-preview.tsx';
import { ImportProgress } from './run/import-progress.tsx';
import type { ImportRun } from './run/import-run.ts';
import { StopQuestion } from './run/stop-question.tsx';

const PHONE = '(max-width: 40em)';

interface ImportDialogProps extends ImportTarget {
  seriesId: string;
  opened: boolean;
  onClose: () => void;
}

type Step = { name: 'choose' } | { name: 'preview'; file: ImportFile } | { name: 'run'; run: ImportRun<ImportRow> };

const FIRST_STEP: Step = { name: 'choose' };

const isRunning = (step: Step): boolean => step.name === 'run' && ['running', 'stopping'].includes(step.run.getState().phase);

/** Imports attendees into an event from a CSV file, in three steps: choose the file, preview the import, run it. */
export function ImportDialog({ seriesId, event, fields, opened, onClose }: ImportDialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // Mantine's Modal returns the focus only if it was closed when it was mounted.
  const isMounted = useMounted();
  const [step, setStep] = useState<Step>(FIRST_STEP);
  const [isAsking, setAsking] = useState(false);
  // Opens after the key press that closes the dialog, which would close the question too.
  const askToStop = () => void setTimeout(() => setAsking(true));
  const handleClose = () => (isRunning(step) ? askToStop() : onClose());
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
      classNames={{ content: classes.content, body: classes.body }}
    >
      {step.name === 'choose' ? (
        <ChooseFile target={{ event, fields }} onFile={(file) => setStep({ name: 'preview', file })} onCancel={onClose} />
      ) : null}
      {step.name === 'preview' ? (
        <ImportPreview
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
