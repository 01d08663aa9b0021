import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import classes from './dialog.module.css';

interface TitleFormProps {
  /** Where the title will stand. */
  description: string;
  title: string;
  isPending: boolean;
  /** What the server found wrong with the title that was sent; it belongs to the field. */
  titleError: string | undefined;
  /** Any other failure. */
  failure: string | undefined;
  onTitleChange: (title: string) => void;
  onSubmit: (title: string) => void;
}

interface TitleDialogProps extends TitleFormProps {
  opened: boolean;
  /** "New event series" */
  heading: string;
  onClose: () => void;
}

/**
 * Asks for a title, with Create and Cancel; Enter submits. A blank one is refused at the field, and nothing typed is lost by
 * a failure.
 */
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
  // An error is about what was sent: it goes as soon as that is changed.
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
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle size={16} stroke={1.75} />}>
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
