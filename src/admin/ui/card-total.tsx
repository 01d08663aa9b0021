import classes from './card-total.module.css';
import { formatCount } from './counts.ts';

/** The number of a card that matters first, at its right: "42 Total Signups". */
export function CardTotal({ count, label }: { count: number; label: string }) {
  return (
    <div className={classes.total}>
      <span className={classes.number}>{formatCount(count)}</span>
      <span className={classes.label}>{label}</span>
    </div>
  );
}
