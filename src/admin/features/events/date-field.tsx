import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import calendar from '#admin/ui/calendar.module.css';
import { useDates } from '#admin/ui/dates-context.tsx';
import { parseEventDate } from '#contract/rules/event-date.ts';

interface DateFieldProps {
  className?: string;
  required?: boolean;
  /** `2026-11-26 09:30:00` on the clocks of `TIME_ZONE`; null while none is chosen. */
  value: string | null;
  error?: ReactNode;
  onChange: (value: string | null) => void;
}

/** Date and time on the clocks of the server's zone, which is named, with what it is called on that day (decision 7). */
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
      leftSection={<IconCalendar size={16} stroke={1.75} />}
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
