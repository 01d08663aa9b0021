import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { saveFile } from '#admin/ui/save-file.ts';
import { FILE_REFUSED, SELECT_CSV_FIRST } from '#contract/texts/import.ts';
import classes from './choose-file.module.css';
import { DialogFooter } from './dialog-footer.tsx';
import { FileRefusal } from './file-refusal.ts';
import { FILE_LIMITS, type ImportFile, type ImportTarget, readImportFile } from './read-file.ts';
import { TEMPLATE_NAME, templateFile } from './template.ts';

interface ChooseFileProps {
  target: ImportTarget;
  onFile: (file: ImportFile) => void;
  onCancel: () => void;
}

const refusalOf = (error: unknown): FileRefusal => (error instanceof FileRefusal ? error : new FileRefusal(FILE_REFUSED, { cause: error }));

/** The first step: a file by its button or dropped, read and checked at once; and a template to fill in. */
export function ChooseFile({ target, onFile, onCancel }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<FileRefusal>();

  const read = async (file: File | undefined) => {
    if (file === undefined || isReading) return;
    setReading(true);
    setRefusal(undefined);
    try {
      onFile(await readImportFile(file, target));
    } catch (error) {
      setRefusal(refusalOf(error));
      // The same file, mended, can then be chosen again.
      if (input.current !== null) input.current.value = '';
    } finally {
      setReading(false);
    }
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReading) return;
    setRefusal(new FileRefusal(SELECT_CSV_FIRST));
    input.current?.focus();
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <DropArea onDrop={(file) => void read(file)}>
        {isReading ? <Loader size={24} aria-label="Reading the file" /> : <IconUpload size={24} stroke={1.5} aria-hidden="true" />}
        <label className={classes.choose}>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            data-autofocus
            aria-describedby={refusal === undefined ? undefined : problemId}
            aria-invalid={refusal !== undefined}
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
          <span>Choose a CSV file</span>
        </label>
        <p className={classes.hint}>or drop it here. {FILE_LIMITS}</p>
      </DropArea>
      {refusal === undefined ? null : (
        <Alert
          id={problemId}
          className={classes.problem}
          color="red"
          title={refusal.message}
          icon={<IconAlertCircle size={16} stroke={1.75} />}
        >
          {refusal.detail}
        </Alert>
      )}
      <ColumnsNote target={target} />
      <DialogFooter note="You see what will happen before anything is sent.">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isReading}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}

function DropArea({ onDrop, children }: { onDrop: (file: File | undefined) => void; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  const handleOver = (event: DragEvent) => {
    // Else the browser would open the file in place of the app.
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const handleDrop = (event: DragEvent) => {
    handleOver(event);
    onDrop(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button inside
    <div className={classes.area} data-over={isOver} onDragOver={handleOver} onDragLeave={handleOver} onDrop={handleDrop}>
      {children}
    </div>
  );
}

function ColumnsNote({ target }: { target: ImportTarget }) {
  return (
    <div className={classes.about}>
      <p>
        The first row names the columns: <code>first_name</code>, <code>last_name</code> and <code>email</code> are required;{' '}
        <code>job_title</code>, <code>organisation</code>, <code>message</code>, <code>marketing</code> and the fields of the form are
        optional.
      </p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => saveFile(templateFile(target), TEMPLATE_NAME)}
      >
        Download template
      </Button>
    </div>
  );
}
