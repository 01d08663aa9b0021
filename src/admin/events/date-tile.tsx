import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconCalendar } from '#admin/ui/layout/icons.tsx';
import classes from './date-tile.module.css';

/** Month and day as a calendar leaf; decoration, since the date is written beside it. */
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
