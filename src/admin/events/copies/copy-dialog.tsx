import { Box, Button, Group, Input, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useNewRecord } from '#admin/records/use-record.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import classes from '#admin/ui/table/date-list.module.css';

interface CopyDialogProps {
  title: string;
  copy: Pick<ReturnType<typeof useNewRecord>, 'changes' | 'isSaving' | 'failure' | 'setForm' | 'submit'>;
  note?: ReactNode;
  submitLabel: string;
  children: ReactNode;
}

export const CopyDialog = ({ title, copy: { setForm, submit, ...copy }, note, submitLabel, children }: CopyDialogProps) => (
  <Dialog isTall title={title} isChanged={copy.changes > 0} isPending={copy.isSaving}>
    <form ref={setForm} onSubmit={submit} noValidate>
      <Stack gap={16} pt={8} pb={24}>
        {children}
        <p data-text="hint">Sign-ups, mailings, door links, calendar IDs and join links are not copied.</p>
        <Failure mt={0}>{copy.failure}</Failure>
      </Stack>
      <DialogFoot note={note}>
        <Button type="submit" loading={copy.isSaving}>
          {submitLabel}
        </Button>
      </DialogFoot>
    </form>
  </Dialog>
);

/** The error of a control that does not show its own. */
export const FieldProblem = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <Input.Error mt={4} role="alert">
      {children}
    </Input.Error>
  );

export const DateList = ({ label, count, children }: { label: string; count: string; children: ReactNode }) => (
  <div>
    <Group gap={8} align="baseline" justify="space-between" wrap="nowrap" mb={4}>
      <span data-text="label">{label}</span>
      <Box component="span" fz="xs" data-figures data-text="second" aria-live="polite">
        {count}
      </Box>
    </Group>
    <ul className={classes.list} data-box="frame" data-ruled aria-label={label}>
      {children}
    </ul>
  </div>
);

/** The draft of a copy of this event, series or form; if there is one, its dialog opens immediately. */
export const copyDraftName = (sourceId: string): string => `copy-${sourceId}`;
