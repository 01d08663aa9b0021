import '@mantine/dates/styles.css';
import { Switch, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import type { useForm } from '@mantine/form';
import { IconCalendar } from '@tabler/icons-react';
import type { SubmitEvent } from 'react';
import { useDates } from '#admin/ui/dates-context.tsx';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { COMING_SOON } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './add-event-form.module.css';
import type { EventFormValues } from './event-form-values.ts';

// The package names its types in a way that this module resolution does not find.
type EventForm = ReturnType<typeof useForm<EventFormValues>>;

interface AddEventFormProps {
  /** Joins the form with its button, which stands in the bottom bar. */
  id: string;
  form: EventForm;
  onSubmit: () => void;
}

/** The fields of a new event, in the order of the specification (section 2). */
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
        withAsterisk={false}
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
        description="Of the event in the calendar; the card's Calendar link opens it"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        maxLength={TITLE_MAX_LENGTH}
        {...form.getInputProps('google_calendar_id')}
      />
      <DateField form={form} />
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

/** Date and time on the clocks of the server's zone, which is named, with what it is called on that day (decision 7). */
function DateField({ form }: { form: EventForm }) {
  const dates = useDates();
  const { date } = form.values;
  const moment = date === null ? undefined : parseEventDate(date, dates.timeZone);
  const onThatDay = moment === undefined ? '' : `, ${dates.zone(moment.toISOString())} on that day`;
  return (
    <DateTimePicker
      className={classes.half}
      label="Date"
      valueFormat="ddd D MMM YYYY, HH:mm"
      description={`${dates.timeZone}${onThatDay}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={<IconCalendar size={16} stroke={1.75} />}
      leftSectionPointerEvents="none"
      placeholder="Choose date and time"
      firstDayOfWeek={1}
      highlightToday
      clearable
      required
      withAsterisk={false}
      classNames={{ day: classes.day }}
      popoverProps={{ attributes: { dropdown: { 'aria-label': 'Date and time' } } }}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous ten years',
        nextDecade: 'Next ten years',
      }}
      clearButtonProps={{ 'aria-label': 'Clear date' }}
      submitButtonProps={{ 'aria-label': 'Use this date and time' }}
      timePickerProps={{ 'aria-label': 'Time', hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      {...form.getInputProps('date')}
    />
  );
}
