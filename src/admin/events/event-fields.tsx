import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { BindField, BoundField } from '#admin/records/use-record.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { DescriptionField } from '#admin/ui/inputs/description-field.tsx';
import { BoundInput, InputSkeleton, SwitchField, TextAreaField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { ADDRESS_MAX_LENGTH, JOIN_URL_MAX_LENGTH, PRICE_MAX_LENGTH, VENUE_MAX_LENGTH } from '#contract/events/event.ts';
import type { Speaker } from '#contract/forms/public-face.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { CalendarIdField } from './calendar-id.tsx';
import classes from './event-form.module.css';
import { type EventValues, movedTimes, usualEnd } from './event-values.ts';
import { LimitFields, MaximumField } from './limit-fields.tsx';

interface FieldsProps {
  field: BindField<EventValues>;
}

interface EventFieldsProps extends FieldsProps {
  /** A new event folds its rarely needed fields; description, price, speakers and sign-up times are edited later. */
  isNew?: boolean;
  dateWarning?: string | undefined;
  /** How many places are taken, if the event closes when full. */
  taken?: number;
  speakers?: readonly Speaker[];
  mails?: ReactNode;
}

export function EventFields({ field, isNew = false, dateWarning, taken, speakers = [], mails }: EventFieldsProps) {
  const { date, note } = useDateWithTimes(field);
  return (
    <>
      <div className={classes.form}>
        {isNew && (
          <p className={classes.whole} data-text="small">
            Title and date are required. The rest is optional.
          </p>
        )}
        <TextField
          className={classes.whole}
          label="Title"
          field={field('event_title')}
          required
          maxLength={TITLE_MAX_LENGTH}
          data-focus-first={isNew ? '' : undefined}
        />
        <EventTime label="Date" field={date} required={isNew} warning={dateWarning} note={note} />
        <EndTime field={field} />
        <TextField label="Venue" field={field('venue')} maxLength={VENUE_MAX_LENGTH} />
        {isNew ? null : <TargetField field={field} />}
        <MaximumField field={field} isNew={isNew} taken={taken} />
        <LimitFields field={field} />
        {isNew ? null : <OtherFields field={field} isNew={false} />}
      </div>
      {isNew ? <More field={field} /> : <LaterSections field={field} speakers={speakers} />}
      {mails}
    </>
  );
}

const LaterSections = ({ field, speakers }: FieldsProps & { speakers: readonly Speaker[] }) => (
  <>
    <Section title="Where">
      <div className={classes.form}>
        <WhereFields field={field} />
      </div>
    </Section>
    <OnTheForm field={field} speakers={speakers} />
    <Section title="Sign-up">
      <div className={classes.form}>
        <EventTime label="Opens" field={field('opens_at')} description={null} />
        <EventTime label="Closes" field={field('closes_at')} description={null} />
      </div>
    </Section>
  </>
);

const TargetField = ({ field }: FieldsProps) => (
  <TextField label="Target participants" field={field('target_participants')} inputMode="numeric" />
);

/** The fields that only some organisations need. */
const OtherFields = ({ field, isNew }: FieldsProps & { isNew: boolean }) => (
  <>
    <div>
      <CalendarIdField field={field('google_calendar_id')} required={isNew} />
    </div>
    <TextField label="Copper tag" field={field('copper_tag')} maxLength={TITLE_MAX_LENGTH} />
    {isNew ? <TargetField field={field} /> : null}
    <Group className={classes.whole} gap="8px 24px" align="stretch">
      <SwitchField label="Show on form" field={field('show_on_form')} />
      <SwitchField label="Brunch event" field={field('brunch_event')} />
    </Group>
  </>
);

const FOLDED_FIELDS = ['google_calendar_id', 'copper_tag', 'target_participants', 'venue_address', 'join_url'] as const;

/** The rarely needed fields of a new event; a mistake in one of them unfolds them. */
function More({ field }: FieldsProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && FOLDED_FIELDS.some((name) => field(name).error !== undefined)) setOpen(true);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <Button {...toolButtonProps} my={16} ms={-8} aria-expanded={isOpen} leftSection={<Chevron />} onClick={() => setOpen(!isOpen)}>
        More
      </Button>
      {isOpen ? (
        <div className={classes.form}>
          <OtherFields field={field} isNew />
          <WhereFields field={field} />
        </div>
      ) : null}
    </>
  );
}

/** The date, which also moves the end and the closing time, with a note when the closing time has moved. */
function useDateWithTimes(field: FieldsProps['field']) {
  const [last, setLast] = useState<Record<'was' | 'became', string | null>>({ was: null, became: null });
  const [date, end, closing] = [field('date'), field('end_date'), field('closes_at')];
  const [cleared, setCleared] = useState<string | null>(null);
  const onChange = (value: string | null): void => {
    if (value === null) setCleared(date.value);
    const moved = movedTimes({ date: date.value ?? cleared, end_date: end.value, closes_at: closing.value }, value);
    date.onChange(value);
    if (moved.end_date !== end.value) end.onChange(moved.end_date);
    if (moved.closes_at === closing.value) return;
    closing.onChange(moved.closes_at);
    setLast({ was: closing.value === last.became ? last.was : closing.value, became: moved.closes_at });
  };
  const hasMoved = last.became !== null && last.became === closing.value && last.became !== last.was;
  const note = hasMoved ? (
    <p data-text="small" role="status">
      {`Closes moved with the date. It was ${timeInWords(last.was)}. `}
      <button type="button" data-row="inline close" data-text="accent" onClick={() => closing.onChange(last.was)}>
        Undo
      </button>
    </p>
  ) : null;
  return { date: { ...date, onChange }, note };
}

/** The end, which begins an hour after the start when it is opened. */
function EndTime({ field }: FieldsProps) {
  const [{ value: date }, end] = [field('date'), field('end_date')];
  const description = date === null || end.value !== null ? undefined : `Starts ${timeInWords(date)}`;
  return <EventTime label="End" field={end} description={description} onClick={() => end.value ?? end.onChange(usualEnd(date))} />;
}

const WhereFields = ({ field }: FieldsProps) => (
  <>
    <TextAreaField className={classes.title} label="Address" field={field('venue_address')} rows={3} maxLength={ADDRESS_MAX_LENGTH} />
    <TextField
      label="Join link"
      description="Sent only to people with a place"
      field={field('join_url')}
      type="url"
      spellCheck={false}
      maxLength={JOIN_URL_MAX_LENGTH}
    />
  </>
);

const OnTheForm = ({ field, speakers }: FieldsProps & { speakers: readonly Speaker[] }) => (
  <Section title="On the form" note="Description and speakers are folded under ‘About this event’.">
    <div className={classes.form}>
      <DescriptionField className={classes.whole} label="Description" field={field('description')} />
      <TextField
        className={classes.half}
        label="Price"
        description="One line, as visitors read it. Nothing is charged here."
        field={field('price')}
        maxLength={PRICE_MAX_LENGTH}
      />
      <SpeakersField field={field('speakers')} speakers={speakers} />
    </div>
  </Section>
);

/** The series' speakers, with the event's ticked; it may still name deleted ones. */
function SpeakersField({ field, speakers }: { field: BoundField<string[]>; speakers: readonly Speaker[] }) {
  const chosenOf = (ids: readonly string[]) => speakers.filter(({ id }) => ids.includes(id));
  const inWords = (ids: readonly string[]) =>
    chosenOf(ids)
      .map(({ name }) => name)
      .join(', ') || 'no speakers';
  return (
    <BoundInput className={classes.half} label="Speakers" field={field} words={inWords}>
      <Checkbox.Group
        label="Speakers"
        description="Add speakers in Edit Series."
        value={chosenOf(field.value).map(({ id }) => id)}
        error={field.error}
        onChange={(ids) => field.onChange(chosenOf(ids).map(({ id }) => id))}
      >
        <Stack gap={8} my={6}>
          {speakers.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </BoundInput>
  );
}

function timeInWords(time: string | null): string {
  const moment = time === null ? undefined : parseEventDate(time, dates.timeZone);
  return moment === undefined ? 'no date' : dates.dayAndTime(moment.toISOString());
}

interface EventTimeProps extends Pick<Parameters<typeof DateField>[0], 'description' | 'required' | 'warning' | 'onClick'> {
  label: string;
  field: BoundField<string | null>;
  note?: ReactNode;
}

const EventTime = ({ label, field, note, ...input }: EventTimeProps) => (
  <BoundInput label={label} field={field} words={timeInWords}>
    <DateField label={label} value={field.value} error={field.error} onChange={field.onChange} {...input} />
    {note}
  </BoundInput>
);

const SKELETON_CARDS = [
  ['whole', '', '', '', '', '', '', '', '', 'whole'],
  ['title', ''],
  ['', ''],
] as const;

export const EventSkeleton = () =>
  SKELETON_CARDS.map((parts) => (
    <div key={parts.join()} className={classes.form} aria-hidden="true">
      {parts.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never move
        <div key={index} className={classes[width]}>
          <InputSkeleton />
        </div>
      ))}
    </div>
  ));
