import { Switch, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { SubmitEvent } from 'react';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { COMING_SOON } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './add-event-form.module.css';
import type { EventValues } from './event-values.ts';

// Mantine's own type name is not found with this module resolution.
type EventForm = ReturnType<typeof useForm<EventValues>>;

interface AddEventFormProps {
  id: string;
  form: EventForm;
  onSubmit: () => void;
}

/** The fields of a new event, in the specified order. */
export function AddEventForm({ id, form, onSubmit }: AddEventFormProps) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} className={classes.form} onSubmit={handleSubmit} noValidate>
      <TextInput
        className={classes.whole}
        label="Title"
        name="event_title"
        autoComplete="off"
        data-autofocus
        required
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('event_title')}
      />
      <div className={classes.switches}>
        <Switch label="Show on form" name="show_on_form" {...form.getInputProps('show_on_form', { type: 'checkbox' })} />
        <Switch label="Brunch event" name="brunch_event" {...form.getInputProps('brunch_event', { type: 'checkbox' })} />
      </div>
      <TextInput
        className={classes.half}
        label="Calendar ID"
        name="google_calendar_id"
        description="The ID in the Google Calendar event's link"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('google_calendar_id')}
      />
      <DateField className={classes.half} required {...form.getInputProps('date')} value={form.values.date} />
      <TextInput
        className={classes.third}
        label="Copper tag"
        name="copper_tag"
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('copper_tag')}
      />
      <TextInput className={classes.third} label="Target participants" placeholder={COMING_SOON} disabled />
      <TextInput className={classes.third} label="Maximum participants" placeholder={COMING_SOON} disabled />
    </form>
  );
}
