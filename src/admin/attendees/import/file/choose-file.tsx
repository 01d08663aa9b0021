import { Alert, Box, Button, Group, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import { DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { ChooseButton, DropArea } from '#admin/ui/inputs/file-input.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { IconDownload, IconUpload } from '#admin/ui/layout/tool-icons.tsx';
import { csvFile, saveFile } from '#admin/ui/save-file.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { FILE_REFUSED, SELECT_CSV_FIRST } from '#contract/texts/import.ts';
import { type ImportTarget, PERSON_TARGETS } from '../columns/column-targets.ts';
import { InvalidFileError } from './invalid-file.ts';
import { FILE_LIMITS, type ImportFile, readImportFile } from './read-file.ts';

const TEMPLATE_NAME = 'attendees-template.csv';

/** A header row with the columns of an export, without an example row, which could be imported by mistake. */
function templateFile({ event, fields }: ImportTarget): Blob {
  const inFormOrder = activeFields(fields, [event], [event.id]).toSorted((a, b) => a.order - b.order);
  return csvFile([[...PERSON_TARGETS.map(({ key }) => key), ...inFormOrder.map(({ name }) => name)]]);
}

interface ChooseFileProps {
  target: ImportTarget;
  onFile: (file: ImportFile) => void;
  children?: ReactNode;
}

const toInvalidFileError = (error: unknown): InvalidFileError =>
  error instanceof InvalidFileError ? error : new InvalidFileError(FILE_REFUSED, { cause: error });

export function ChooseFile({ target, onFile, children }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const reading = useMutation({
    mutationFn: async (file?: File) => {
      if (file === undefined) throw new InvalidFileError(SELECT_CSV_FIRST);
      return readImportFile(file, target);
    },
    onSuccess: onFile,
  });
  const fileError = reading.isError ? toInvalidFileError(reading.error) : undefined;
  const read = (file?: File) => (reading.isPending ? undefined : reading.mutate(file));
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    read();
    input.current?.focus();
  };

  return (
    <form data-stack data-grows onSubmit={handleSubmit} noValidate>
      <DropArea data-stack style={{ gap: 8, alignItems: 'center', padding: '32px 16px' }} onDrop={read}>
        {reading.isPending ? <Loader size={24} aria-label="Reading the file" /> : <IconUpload size={24} stroke={1.5} aria-hidden="true" />}
        <ChooseButton
          ref={input}
          label="Choose a CSV file"
          accept=".csv,.tsv,.txt,.xlsx,.xls,text/csv,text/plain"
          data-autofocus
          aria-describedby={fileError === undefined ? undefined : problemId}
          aria-invalid={fileError !== undefined}
          onFile={read}
        />
        <Box component="p" fz="sm" ta="center">
          {`or drop it here. ${FILE_LIMITS}`}
        </Box>
      </DropArea>
      {fileError === undefined ? null : (
        <Alert id={problemId} mt={16} color="red" title={fileError.message} icon={<IconAlertCircle />}>
          {fileError.detail}
        </Alert>
      )}
      <ColumnsNote target={target} />
      {children}
      <DialogFoot note="You'll see what will happen before anyone is added.">
        <Button type="submit" loading={reading.isPending}>
          Continue
        </Button>
      </DialogFoot>
    </form>
  );
}

const ColumnsNote = ({ target }: { target: ImportTarget }) => (
  <Group justify="space-between" align="flex-start" pt={16} pb={24} data-text="small">
    <Box component="p" flex="1 1 20rem" maw="32rem">
      The first row contains the column names. <code data-text="main">last_name</code> and <code data-text="main">email</code> are required;{' '}
      <code data-text="main">first_name</code>, <code data-text="main">job_title</code>, <code data-text="main">organisation</code>,{' '}
      <code data-text="main">message</code>, <code data-text="main">marketing</code> and the fields of the form are optional. Other names
      are fine, as in lists from Eventbrite or Luma: you choose what each column is.
    </Box>
    <Button variant="default" size="xs" leftSection={<IconDownload />} onClick={() => saveFile(templateFile(target), TEMPLATE_NAME)}>
      Download template
    </Button>
  </Group>
);
