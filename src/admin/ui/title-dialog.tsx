import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import classes from './dialog.module.css';

interface TitleDialogProps {
  opened: boolean;
  /** "New event series" */
  heading: string;
  /** Where the title will stand. */
  description: string;
  isPending: boolean;
  /** What the server found wrong with the title; it belongs to the field. */
  titleError: string | undefined;
  /** Any other failure. */
  failure: string | undefined;
  onSubmit: (title: string) => void;
  onClose: () => void;
}

/** Asks for a title, with Create and Cancel; Enter submits. A blank one is refused at the field, and nothing typed is lost by a failure. */
export function TitleDialog({ opened, onClose, ...form }: TitleDialogProps) {
  const handleClose = () => {
    if (!form.isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={handleClose} title={form.heading} closeButtonProps={{ 'aria-label': 'Close' }}>
      <TitleForm {...form} onCancel={handleClose} />
    </Modal>
  );
}

function TitleForm({
  description,
  isPending,
  titleError,
  failure,
  onSubmit,
  onCancel,
}: Omit<TitleDialogProps, 'opened' | 'onClose'> & { onCancel: () => void }) {
  const [title, setTitle] = useState('');
  const [refused, setRefused] = useState<string>();
  const error = refused === title ? TITLE_REQUIRED : titleError;

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (isBlank(title)) {
      setRefused(title);
      event.currentTarget.querySelector('input')?.focus();
    } else {
      onSubmit(title.trim());
    }
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextInput
        label="Title"
        name="title"
        description={description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
        value={title}
        error={error}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {failure === undefined ? null : (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle size={16} stroke={1.75} />}>
          {failure}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
