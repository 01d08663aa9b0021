import { formatCount } from '#contract/texts/counts.ts';
import classes from './card-total.module.css';

export const CardTotal = ({ count, counts }: { count: number; counts: string }) => (
  <div className={classes.total} title={counts}>
    <span className={classes.number}>{formatCount(count)}</span>
    <span data-text="hint">Total Signups</span>
  </div>
);
