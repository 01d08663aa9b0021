import '@mantine/dates/styles.css';
import { IconCalendar } from '../layout/icons.tsx';
import classes from './calendar.module.css';

export const calendarProps = {
  leftSection: <IconCalendar />,
  leftSectionPointerEvents: 'none',
  firstDayOfWeek: 1,
  highlightToday: true,
  classNames: { day: classes.day },
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous ten years',
    nextDecade: 'Next ten years',
  },
} as const;

/** For an input whose calendar takes the focus when it opens: on the chosen day, or on today. */
export function focusedCalendarProps(value: string | null) {
  const focused = value?.slice(0, 10) ?? new Date().toLocaleDateString('sv');
  return { ...calendarProps, getDayProps: (day: string) => ({ 'data-autofocus': day === focused ? true : undefined }) } as const;
}
