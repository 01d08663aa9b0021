import { Group } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { calendarProps } from '#admin/ui/inputs/calendar.tsx';
import chip from '#admin/ui/inputs/chip.module.css';
import { type DateRange, isDay, isSameRange, parseTypedDay, rangeChoices } from './date-range.ts';
import classes from './range-picker.module.css';

interface RangePickerProps {
  range: DateRange;
  today: string;
  /** Where all days begin. */
  firstDay: string;
  errors: { readonly from: string | undefined; readonly to: string | undefined };
  onChange: (range: DateRange) => void;
}

/** Chooses the first and last day of the line chart: typed, from a calendar, or by a preset. */
export function RangePicker({ range, today, firstDay, errors, onChange }: RangePickerProps) {
  return (
    <>
      <div className={classes.fields}>
        <DayField label="Start date" day={range.from} error={errors.from} onChange={(from) => onChange({ ...range, from })} />
        <DayField label="End date" day={range.to} error={errors.to} onChange={(to) => onChange({ ...range, to })} />
      </div>
      <Group component="fieldset" gap="sm" mt="md">
        <legend className={classes.legend}>Usual ranges</legend>
        {rangeChoices(today, firstDay).map((choice) => (
          <button
            key={choice.label}
            type="button"
            className={chip.chip}
            aria-pressed={isSameRange(choice.range, range)}
            onClick={() => onChange(choice.range)}
          >
            {choice.label}
          </button>
        ))}
      </Group>
    </>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

function DayField({ label, day, error, onChange }: DayFieldProps) {
  return (
    <DateInput
      {...calendarProps}
      label={label}
      value={isDay(day) ? day : null}
      error={error}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== day) onChange(chosen);
      }}
      dateParser={parseTypedDay}
      valueFormat="D MMM YYYY"
      placeholder="21 Oct 2026"
      popoverProps={{ attributes: { dropdown: { 'aria-label': label, role: 'dialog' } } }}
    />
  );
}
