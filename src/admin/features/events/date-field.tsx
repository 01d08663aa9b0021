import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconCalendar } from '#admin/ui/layout/icons.tsx';
import { parseEventDate } from '#contract/rules/event-date.ts';
import calendar from '#admin/ui/inputs/calendar.module.css';

interface DateFieldProps {
  className?: string;
  required?: boolean;
  /** `2026-11-26 09:30:00` in `TIME_ZONE`; null while none is chosen. */
  value: string | null;
  error?: ReactNode;
  onChange: (value: string | null) => void;
}

/** Date and time in the server's time zone, which is named as it applies on that day. */
export function DateField({ value, ...input }: DateFieldProps) {
  const dates = useDates();
  const moment = value === null ? undefined : parseEventDate(value, dates.timeZone);
  const onThatDay = moment === undefined ? '' : `, ${dates.zone(moment.toISOString())} on that day`;
  return (
    <DateTimePicker
      label="Date"
      valueFormat="ddd D MMM YYYY, HH:mm"
      description={`${dates.timeZone}${onThatDay}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={<IconCalendar />}
      leftSectionPointerEvents="none"
      placeholder="Choose date and time"
      firstDayOfWeek={1}
      highlightToday
      clearable
      withAsterisk={false}
      classNames={{ day: calendar.day }}
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
      value={value}
      {...input}
    />
  );
}
