import { Switch, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { SubmitEvent } from 'react';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { REQUIRED_NOTE } from '#contract/texts/sign-up.ts';
import { COMING_SOON } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { calendarIdInput } from './calendar-id.tsx';
import classes from './event-form.module.css';
import type { EventValues } from './event-values.ts';

// Mantine's own type name is not found with this module resolution.
type EventForm = ReturnType<typeof useForm<EventValues>>;

interface AddEventFormProps {
  id: string;
  form: EventForm;
  dateWarning: string | undefined;
  onSubmit: () => void;
}

/** The fields of a new event, in the order of those of a saved one. */
export function AddEventForm({ id, form, dateWarning, onSubmit }: AddEventFormProps) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} className={classes.form} onSubmit={handleSubmit} noValidate>
      <p className={classes.note}>{REQUIRED_NOTE}</p>
      <TextInput
        className={classes.title}
        label="Title"
        name="event_title"
        autoComplete="off"
        data-autofocus
        required
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('event_title')}
      />
      <DateField className={classes.third} required warning={dateWarning} {...form.getInputProps('date')} value={form.values.date} />
      <TextInput
        className={classes.third}
        name="google_calendar_id"
        autoComplete="off"
        required
        {...calendarIdInput((calendarId) => form.setFieldValue('google_calendar_id', calendarId))}
        {...form.getInputProps('google_calendar_id')}
      />
      <TextInput
        className={classes.third}
        label="Copper tag"
        name="copper_tag"
        description="Optional"
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('copper_tag')}
      />
      <TextInput className={classes.count} label="Target participants" placeholder={COMING_SOON} disabled />
      <TextInput className={classes.count} label="Maximum participants" placeholder={COMING_SOON} disabled />
      <div className={classes.switches}>
        <Switch label="Show on form" name="show_on_form" {...form.getInputProps('show_on_form', { type: 'checkbox' })} />
        <Switch label="Brunch event" name="brunch_event" {...form.getInputProps('brunch_event', { type: 'checkbox' })} />
      </div>
    </form>
  );
}
