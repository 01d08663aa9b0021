import '@mantine/dates/styles.css';
import { Group } from '@mantine/core';
import { DatePickerInput, type DatePickerInputProps, DateTimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { dates, useNow } from '../format/dates.tsx';
import { IconAlertTriangle, IconCalendar } from '../layout/icons.tsx';
import classes from './date-field.module.css';

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

const HOURS_24 = /^(2[0-3]|[01]?\d)(?:[:.](?=\d)|\s*(?:h|uhr)\s*)(?:([0-5]\d)(?::[0-5]\d)?(?:\s*(?:h|uhr))?)?$/i;
const HOURS_12 = /^(1[0-2]|0?[1-9])(?:[:.]?([0-5]\d)(?::[0-5]\d)?)?\s*([ap])\.?m\.?$/i;

/** A pasted time, such as `14.45`, `14h45` or `2:45 pm`, perhaps with the zone of the date; any other text changes nothing, since a number alone may be minutes. */
export function pastedTime(time: string, zone: string | undefined) {
  const text = time.normalize('NFKC').trim();
  const typed = zone !== undefined && text.endsWith(` ${zone}`) ? text.slice(0, -zone.length).trim() : text;
  const [, digits, minutes = '0', half] = HOURS_12.exec(typed) ?? HOURS_24.exec(typed) ?? [];
  const hours = half === undefined ? Number(digits) : (Number(digits) % 12) + (/p/i.test(half) ? 12 : 0);
  return { hours: digits === undefined ? null : hours, minutes: Number(minutes), seconds: null, amPm: null };
}

/** Typed hours after 23, or minutes after 59, of which the input would keep one digit. */
const NO_TIME = /^(?:2[4-9]|(?:[01]\d|2[0-3]|[3-9]|\d[:.])[:.]?[6-9]\d)/;

/** The time in the inputs, and what stands for the hours of a number that is typed into the minutes. */
function timeBefore({ currentTarget, target }: KeyboardEvent) {
  const [hours, minutes] = currentTarget.querySelectorAll<HTMLInputElement>('[role="spinbutton"]');
  return { time: `${hours?.value}:${minutes?.value}`, hours: target === minutes ? '0:' : '' };
}

/** What happens instead of the next key: the time is pasted, or the earlier one if what is typed is none; without an earlier one, the number is deleted. */
function eventInstead(typed: string, before: { readonly time: string; readonly hours: string }): Event | undefined {
  const isRefused = NO_TIME.test(before.hours + typed);
  const text = isRefused ? before.time : typed;
  if (pastedTime(text, undefined).hours !== null)
    return Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { getData: () => text } });
  return isRefused ? new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }) : undefined;
}

/** Reads what is typed into a time as if it were pasted, as soon as it is more than a number: hours and minutes take digits only. */
function useTypedTime() {
  const typed = useRef('');
  const before = useRef({ time: '', hours: '' });
  const begin = () => {
    typed.current = '';
  };
  return {
    onFocus: begin,
    onPointerDown: begin,
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (/^(?:Shift|CapsLock)$/.test(event.key) || !event.isTrusted) return;
      if (typed.current === '') before.current = timeBefore(event);
      // That key goes from the hours to the minutes, as a colon does.
      const key = event.key === 'ArrowRight' ? ':' : event.key;
      typed.current = key.length === 1 && !event.ctrlKey && !event.metaKey ? typed.current + key : '';
      const instead = eventInstead(typed.current, before.current);
      if (instead === undefined) return;
      event.preventDefault();
      event.target.dispatchEvent(instead);
    },
  };
}

/** Date and time in the server's time zone, named as it applies on that day unless there is another description. */
export function DateField({ label = 'Date', value, warning, ...input }: DateFieldProps) {
  const typing = useTypedTime();
  const moment = value === null ? undefined : parseEventDate(value, dates.timeZone);
  const zone = moment && dates.zone(moment.toISOString());
  const onThatDay = zone === undefined ? '' : `, ${zone} on that day`;
  return (
    <div>
      <DateTimePicker
        {...useFocusedCalendar(value)}
        label={label}
        valueFormat="ddd D MMM YYYY, HH:mm"
        description={`${dates.timeZone}${onThatDay}`}
        placeholder="Choose date and time"
        clearable
        popoverProps={{ returnFocus: true, attributes: { dropdown: { 'aria-label': 'Date and time' } } }}
        clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}`, style: { width: 24, height: 24 } }}
        submitButtonProps={{ 'aria-label': 'Use this date and time', w: 'auto', h: 'auto', px: 12, fw: 600, children: 'Use' }}
        styles={{ timeWrapper: { marginBottom: 8 } }}
        timePickerProps={{
          ...typing,
          'aria-label': 'Time',
          pasteSplit: ({ time }) => pastedTime(time, zone),
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

type DayFieldProps = DatePickerInputProps & { label: string; value: string | null };

export const DayField = ({ label, value, ...input }: DayFieldProps) => (
  <DatePickerInput
    {...useFocusedCalendar(value)}
    label={label}
    valueFormat="ddd D MMM YYYY"
    placeholder="Choose a date"
    popoverProps={{ returnFocus: true, attributes: { dropdown: { 'aria-label': label } } }}
    value={value}
    {...input}
  />
);

const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
} as const;

/** How many days and months each key moves. */
const STEPS: Readonly<Record<string, readonly [days: number, months: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [-7, 0],
  ArrowDown: [7, 0],
  PageUp: [0, -1],
  PageDown: [0, 1],
};

/** The day a key leads to; the last day of a shorter month. */
const dayAfter = (day: string, [days, months]: readonly [number, number]): string =>
  dayjs(day).add(months, 'months').add(days, 'days').format('YYYY-MM-DD');

const shownMonthOf = (calendar: Element): string =>
  calendar.querySelector<HTMLElement>('[data-day]:not([data-outside])')?.dataset.day?.slice(0, 7) ?? '';

/** Turns to the month a key leads to; the calendar's own keys stop at the end of a month. */
function turnMonth(event: KeyboardEvent<HTMLButtonElement>, day: string): void {
  const step = STEPS[event.key];
  const calendar = event.currentTarget.closest('[role="dialog"]');
  if (step === undefined || !calendar) return;
  const shownMonth = shownMonthOf(calendar);
  const next = dayAfter(day, step);
  const month = next.slice(0, 7);
  if (month === shownMonth && step[1] === 0) return;
  event.preventDefault();
  const label = month > shownMonth ? LABELS.nextMonth : LABELS.previousMonth;
  if (month !== shownMonth) flushSync(() => calendar.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click());
  // After the calendar has moved the focus by its own rules.
  queueMicrotask(() => calendar.querySelector<HTMLElement>(`[data-day="${next}"]:not([data-outside])`)?.focus());
}

/** A calendar that marks today in the server's time zone, and takes the focus on the given day when it opens. */
export const calendarProps = (today: string, focused?: string) =>
  ({
    leftSection: <IconCalendar />,
    leftSectionPointerEvents: 'none',
    firstDayOfWeek: 1,
    classNames: { day: classes.day },
    ariaLabels: LABELS,
    getDayProps: (day: string) => ({
      'data-day': day,
      'data-now': day === today || undefined,
      'data-autofocus': day === focused || undefined,
      onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => turnMonth(event, day),
    }),
  }) as const;

/** Focused on the chosen day, or on today. */
function useFocusedCalendar(value: string | null) {
  const today = dates.key(useNow().toISOString());
  const focused = value?.slice(0, 10) ?? today;
  return { ...calendarProps(today, focused), defaultDate: focused };
}
