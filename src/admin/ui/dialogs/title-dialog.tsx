import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { IconAlertCircle } from '../layout/icons.tsx';
import classes from './dialog.module.css';

interface TitleFormProps {
  description: string;
  title: string;
  isPending: boolean;
  /** The server's error for the title that was sent. */
  titleError: string | undefined;
  failure: string | undefined;
  onTitleChange: (title: string) => void;
  onSubmit: (title: string) => void;
}

interface TitleDialogProps extends TitleFormProps {
  opened: boolean;
  heading: string;
  onClose: () => void;
}

/** Asks for a title, with Create and Cancel; Enter submits. A blank title is refused, and a failure loses nothing that was typed. */
export function TitleDialog({ opened, heading, onClose, ...form }: TitleDialogProps) {
  const handleClose = () => {
    if (!form.isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={handleClose} title={heading} closeButtonProps={{ 'aria-label': 'Close' }}>
      <TitleForm {...form} onCancel={handleClose} />
    </Modal>
  );
}

function TitleForm(props: TitleFormProps & { onCancel: () => void }) {
  const { title } = props;
  const [sent, setSent] = useState<string>();
  // The server's error is about the title that was sent, so it goes when the title changes.
  const error = isBlank(title) ? TITLE_REQUIRED : props.titleError;

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (props.isPending) return;
    setSent(title);
    if (isBlank(title)) event.currentTarget.querySelector('input')?.focus();
    else props.onSubmit(title.trim());
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextInput
        label="Title"
        name="title"
        description={props.description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
        value={title}
        error={sent === title ? error : undefined}
        onChange={(event) => props.onTitleChange(event.currentTarget.value)}
      />
      {props.failure === undefined ? null : (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle />}>
          {props.failure}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={props.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
