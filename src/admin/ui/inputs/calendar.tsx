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
