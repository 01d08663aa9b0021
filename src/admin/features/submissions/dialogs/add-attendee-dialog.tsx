import { Alert, Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { IconAlertCircle, IconInfoCircle } from '#admin/ui/layout/icons.tsx';
import { useAddAttendee } from '../submission-mutations.ts';
import classes from './add-attendee-dialog.module.css';
import { attendeeDraftName, attendeeErrors, NEW_ATTENDEE, type NewAttendee, newAttendeeDraft } from './new-attendee.ts';

const required = { autoComplete: 'off', required: true } as const;

interface AddAttendeeDialogProps {
  seriesId: string;
  event: { readonly id: string; readonly event_title: string };
  opened: boolean;
  onClose: () => void;
}

/** Adds one attendee to an event. Nothing is sent to them (D38). */
export function AddAttendeeDialog({ seriesId, event, opened, onClose }: AddAttendeeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Add attendee to ‘${event.event_title}’`}>
      <AddAttendeeForm seriesId={seriesId} eventId={event.id} onClose={onClose} />
    </Modal>
  );
}

function AddAttendeeForm({ seriesId, eventId, onClose }: { seriesId: string; eventId: string; onClose: () => void }) {
  const addAttendee = useAddAttendee(seriesId, eventId);
  const draft = useSavedDraft(attendeeDraftName(eventId), newAttendeeDraft);
  const form = useForm<NewAttendee>({ initialValues: draft ?? NEW_ATTENDEE, validate: attendeeErrors });
  useDraftSaver(attendeeDraftName(eventId), () => (form.isTouched() ? form.values : undefined));
  const showErrors = (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const handleSubmit = form.onSubmit((attendee) => {
    if (addAttendee.isPending) return;
    addAttendee.mutate(attendee, {
      onSuccess: onClose,
      onError: (error) => {
        form.setErrors(errorsByField(error));
        showErrors(errorsByField(error));
      },
    });
  }, showErrors);
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <TextInput {...required} label="First name" data-autofocus {...form.getInputProps('first_name')} />
      <TextInput {...required} label="Last name" {...form.getInputProps('last_name')} />
      <TextInput {...required} className={classes.whole} label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput label="Job title" autoComplete="off" {...form.getInputProps('job_title')} />
      <TextInput label="Organisation" autoComplete="off" {...form.getInputProps('organisation')} />
      <Textarea className={classes.whole} label="Message" rows={2} {...form.getInputProps('message')} />
      <Checkbox className={classes.whole} label="Accepts marketing" {...form.getInputProps('accepts_marketing', { type: 'checkbox' })} />
      <Alert className={classes.whole} role="note" icon={<IconInfoCircle />}>
        Nothing is sent to the people you add.
      </Alert>
      {addAttendee.isError ? (
        <Alert className={classes.whole} color="red" icon={<IconAlertCircle />}>
          {messageOf(addAttendee.error)}
        </Alert>
      ) : null}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={addAttendee.isPending}>
          Add attendee
        </Button>
      </div>
    </form>
  );
}
