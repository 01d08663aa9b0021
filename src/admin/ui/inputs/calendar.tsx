import '@mantine/dates/styles.css';
import dayjs from 'dayjs';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { IconCalendar } from '../layout/icons.tsx';
import classes from './calendar.module.css';

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

const dayProps = (day: string) => ({ 'data-day': day, onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => turnMonth(event, day) });

export const calendarProps = {
  leftSection: <IconCalendar />,
  leftSectionPointerEvents: 'none',
  firstDayOfWeek: 1,
  highlightToday: true,
  classNames: { day: classes.day },
  ariaLabels: LABELS,
  getDayProps: dayProps,
} as const;

/** For an input whose calendar takes the focus when it opens: on the chosen day, or on today. */
export function focusedCalendarProps(value: string | null) {
  const focused = value?.slice(0, 10) ?? new Date().toLocaleDateString('sv');
  return {
    ...calendarProps,
    getDayProps: (day: string) => ({ ...dayProps(day), 'data-autofocus': day === focused ? true : undefined }),
  } as const;
}
