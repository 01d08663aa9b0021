import { IconCalendar } from '@tabler/icons-react';
import { useDates } from '#admin/ui/dates-context.tsx';
import classes from './date-tile.module.css';

/** Month and day as a leaf of a calendar; decoration beside the written date. */
export function DateTile({ date }: { date: string | null }) {
  const dates = useDates();
  const tile = date === null ? undefined : dates.tile(date);
  return (
    <div className={classes.tile} aria-hidden="true">
      <span className={classes.month}>{tile?.month ?? ''}</span>
      <span className={classes.day}>{tile?.day ?? <IconCalendar size={16} stroke={1.5} />}</span>
    </div>
  );
}
