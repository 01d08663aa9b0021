import { Alert, Button, Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type SubmitEvent, useState } from 'react';
import { errorsByField, messageOf } from '#admin/api/api-error.ts';
import { hasDraft } from '#admin/forms/drafts.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { DialogFooter } from '#admin/ui/dialogs/dialog-footer.tsx';
import { FormDialog } from '#admin/ui/dialogs/form-dialog.tsx';
import { focusFirstWrong } from '#admin/ui/inputs/focus-first-wrong.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/event.ts';
import type { FormField } from '#contract/form-field.ts';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { ADD_ALL_THE_SAME, ADD_TO_WAITING_LIST, fullNote } from '#contract/texts/places.ts';
import { ATTENDEE_REQUIRED_NOTE } from '#contract/texts/staff.ts';
import { AnswerInput } from '../edit/answer-input.tsx';
import { useAddAttendee } from '../submission-mutations.ts';
import classes from './add-attendee-dialog.module.css';
import { AlreadyHere } from './already-here.tsx';
import {
  attendeeBody,
  attendeeDraftName,
  attendeeErrors,
  canWait,
  isTyped,
  NEW_ATTENDEE,
  type NewAttendee,
  newAttendeeDraft,
  takenWhenFull,
} from './new-attendee.ts';

const required = { autoComplete: 'off', required: true } as const;

interface AddAttendeeDialogProps {
  seriesId: string;
  event: ListedEvent;
  /** The fields of the form that attendees of the event are asked. */
  asked: readonly FormField[];
  opened: boolean;
  onClose: () => void;
}

/** Adds one attendee to an event. Nothing is sent to them (D38). */
export function AddAttendeeDialog({ seriesId, event, asked, opened, onClose }: AddAttendeeDialogProps) {
  const [isChanged, setChanged] = useState(() => hasDraft(attendeeDraftName(event.id)));
  const [isPending, setPending] = useState(false);
  const close = () => {
    setChanged(false);
    onClose();
  };
  return (
    <FormDialog
      title={`Add attendee to ‘${event.event_title}’`}
      opened={opened}
      isChanged={isChanged}
      isPending={isPending}
      onClose={close}
    >
      {(cancel) => (
        <AddAttendeeForm
          seriesId={seriesId}
          event={event}
          asked={asked}
          onTyped={setChanged}
          onPending={setPending}
          onCancel={cancel}
          onAdded={close}
        />
      )}
    </FormDialog>
  );
}

interface AddAttendeeFormProps extends Pick<AddAttendeeDialogProps, 'seriesId' | 'event' | 'asked'> {
  onTyped: (isChanged: boolean) => void;
  onPending: (isPending: boolean) => void;
  onCancel: () => void;
  onAdded: () => void;
}

function AddAttendeeForm({
  seriesId,
  event: { id: eventId, ...event },
  asked,
  onTyped,
  onPending,
  onCancel,
  onAdded,
}: AddAttendeeFormProps) {
  const addAttendee = useAddAttendee(seriesId, eventId);
  const draft = useSavedDraft(attendeeDraftName(eventId), newAttendeeDraft);
  const form = useForm<NewAttendee>({
    initialValues: draft ?? NEW_ATTENDEE,
    validate: (attendee) => attendeeErrors(attendee, asked),
    onValuesChange: (attendee) => onTyped(isTyped(attendee)),
  });
  useDraftSaver(attendeeDraftName(eventId), () => (isTyped(form.values) ? form.values : undefined));
  const handleSubmit = (submit: SubmitEvent<HTMLFormElement>) => {
    submit.preventDefault();
    const element = submit.currentTarget;
    // After the errors are rendered.
    const showErrors = () => setTimeout(() => focusFirstWrong(element));
    if (addAttendee.isPending) return;
    if (form.validate().hasErrors) {
      showErrors();
      return;
    }
    onPending(true);
    addAttendee.mutate(attendeeBody(form.values, asked, event), {
      onSuccess: onAdded,
      onError: (error) => {
        form.setErrors(errorsByField(error));
        showErrors();
      },
      onSettled: () => onPending(false),
    });
  };
  const { answers } = form.values;
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <div className={classes.fields}>
        <p className={classes.note}>{ATTENDEE_REQUIRED_NOTE}</p>
        <FullEvent event={event} waits={form.values.waits} onChange={(waits) => form.setFieldValue('waits', waits)} />
        <TextInput {...required} label="First name" data-autofocus {...form.getInputProps('first_name')} />
        <TextInput {...required} label="Last name" {...form.getInputProps('last_name')} />
        <div className={classes.whole}>
          <TextInput {...required} label="Email" type="email" {...form.getInputProps('email')} />
          <AlreadyHere seriesId={seriesId} eventId={eventId} email={form.values.email} />
        </div>
        <TextInput label="Job title" autoComplete="off" {...form.getInputProps('job_title')} />
        <TextInput label="Organisation" autoComplete="off" {...form.getInputProps('organisation')} />
        {asked.length === 0 ? null : <h3 className={classes.heading}>Answers to this form</h3>}
        {asked.map((field) => (
          <AnswerInput
            key={field.name}
            className={classes.whole}
            field={field}
            value={answers[field.name]}
            error={errorText(form.errors[field.name])}
            onChange={(answer) => {
              form.setFieldValue('answers', { ...answers, [field.name]: answer });
              form.clearFieldError(field.name);
            }}
          />
        ))}
        <Textarea className={classes.whole} label="Message" rows={2} {...form.getInputProps('message')} />
        <Checkbox className={classes.whole} label="Accepts marketing" {...form.getInputProps('accepts_marketing', { type: 'checkbox' })} />
        {addAttendee.isError ? (
          <Alert className={classes.whole} color="red" icon={<IconAlertCircle />}>
            {messageOf(addAttendee.error)}
          </Alert>
        ) : null}
      </div>
      <DialogFooter note="Nothing is sent to the people you add.">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={addAttendee.isPending}>
          Add attendee
        </Button>
      </DialogFooter>
    </form>
  );
}

const errorText = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);

interface FullEventProps {
  event: EventWithPlaces;
  waits: boolean;
  onChange: (waits: boolean) => void;
}

/** Says that a limited event has no place left, and asks what to do about it. */
function FullEvent({ event, waits, onChange }: FullEventProps) {
  const taken = takenWhenFull(event);
  if (taken === undefined) return null;
  return (
    <Radio.Group
      className={classes.whole}
      label={fullNote(taken, event.maximum_participants ?? 0)}
      value={waits && canWait(event) ? 'waiting' : 'confirmed'}
      onChange={(value) => onChange(value === 'waiting')}
    >
      <Stack gap={8} mt={8}>
        <Radio value="confirmed" label={ADD_ALL_THE_SAME} />
        {canWait(event) && <Radio value="waiting" label={ADD_TO_WAITING_LIST} />}
      </Stack>
    </Radio.Group>
  );
}
