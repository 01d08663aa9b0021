import { Group } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import type { MouseEvent, ReactNode } from 'react';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { useDates } from '../format/dates-context.tsx';
import { IconAlertTriangle } from '../layout/icons.tsx';
import { focusedCalendarProps } from './calendar.tsx';

interface DateFieldProps {
  label?: string;
  description?: ReactNode;
  clearable?: boolean;
  required?: boolean;
  /** `2026-11-26 09:30:00` in `TIME_ZONE`; null if none is chosen. */
  value: string | null;
  error?: ReactNode;
  /** What is unusual about this date; it does not prevent saving. */
  warning?: string | undefined;
  onChange: (value: string | null) => void;
  onClick?: () => void;
}

/** A click into the selected number keeps all of it selected: typing would otherwise go between its digits. */
const keepsChosen = {
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.currentTarget === document.activeElement) event.preventDefault();
  },
};

/** Date and time in the server's time zone, named as it applies on that day unless there is another description. */
export function DateField({ label = 'Date', value, warning, ...input }: DateFieldProps) {
  const dates = useDates();
  const moment = value === null ? undefined : parseEventDate(value, dates.timeZone);
  const onThatDay = moment === undefined ? '' : `, ${dates.zone(moment.toISOString())} on that day`;
  return (
    <div>
      <DateTimePicker
        {...focusedCalendarProps(value)}
        label={label}
        valueFormat="ddd D MMM YYYY, HH:mm"
        description={`${dates.timeZone}${onThatDay}`}
        placeholder="Choose date and time"
        clearable
        popoverProps={{ returnFocus: true, attributes: { dropdown: { 'aria-label': 'Date and time' } } }}
        clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}`, style: { width: 24, height: 24 } }}
        submitButtonProps={{ 'aria-label': 'Use this date and time', w: 'auto', h: 'auto', px: 12, fw: 600, children: 'Use' }}
        timePickerProps={{
          'aria-label': 'Time',
          hoursInputLabel: 'Hours',
          minutesInputLabel: 'Minutes',
          hoursInputProps: keepsChosen,
          minutesInputProps: keepsChosen,
        }}
        value={value}
        {...input}
      />
      {warning === undefined ? null : (
        <Group component="p" gap={4} wrap="nowrap" mt={4} fz="xs" lh="xs" data-text="warn" role="status">
          <IconAlertTriangle size={14} aria-hidden="true" /> {warning}
        </Group>
      )}
    </div>
  );
}
