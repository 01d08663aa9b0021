import { Skeleton } from '@mantine/core';
import type { BoundField } from '#admin/forms/use-edits.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { VENUE_MAX_LENGTH } from '#contract/event.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { MAXIMUM_NOT_ENFORCED } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { calendarIdInput } from './calendar-id.tsx';
import classes from './event-form.module.css';
import type { EventValues } from './event-values.ts';

interface EditEventFormProps {
  field: <Name extends keyof EventValues>(name: Name) => BoundField<EventValues[Name]>;
}

export function EditEventForm({ field }: EditEventFormProps) {
  return (
    <div className={classes.form}>
      <TextField className={classes.title} label="Title" field={field('event_title')} required maxLength={TITLE_MAX_LENGTH} />
      <EventDate className={classes.third} field={field('date')} />
      <TextField className={classes.third} {...calendarIdInput(field('google_calendar_id').onChange)} field={field('google_calendar_id')} />
      <TextField className={classes.third} label="Copper tag" field={field('copper_tag')} maxLength={TITLE_MAX_LENGTH} />
      <TextField className={classes.count} label="Target participants" field={field('target_participants')} inputMode="numeric" />
      <TextField
        className={classes.count}
        label="Maximum participants"
        description={MAXIMUM_NOT_ENFORCED}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        field={field('maximum_participants')}
        inputMode="numeric"
      />
      <TextField className={classes.title} label="Venue" field={field('venue')} maxLength={VENUE_MAX_LENGTH} />
      <div className={classes.switches}>
        <SwitchField label="Show on form" field={field('show_on_form')} />
        <SwitchField label="Brunch event" field={field('brunch_event')} />
      </div>
    </div>
  );
}

function EventDate({ className, field }: { className: string | undefined; field: BoundField<string | null> }) {
  const dates = useDates();
  const inWords = (date: string | null) => {
    const moment = date === null ? undefined : parseEventDate(date, dates.timeZone);
    return moment === undefined ? 'no date' : dates.dayAndTime(moment.toISOString());
  };
  return (
    <div className={className}>
      <DateField value={field.value} error={field.error} onChange={field.onChange} />
      <RemoteValue label="Date" field={field} words={inWords} />
    </div>
  );
}

const SKELETON_PARTS = ['title', 'third', 'third', 'third', 'third', 'title'] as const;

/** The fields while they load. */
export function EventSkeleton() {
  return (
    <div className={classes.form} aria-hidden="true">
      {SKELETON_PARTS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never move
        <div key={index} className={classes[width]}>
          <Skeleton h={12} w={96} my={4} />
          <Skeleton h={36} radius="md" mt={4} />
        </div>
      ))}
    </div>
  );
}
