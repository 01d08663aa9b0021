import { formatCount } from '#contract/texts/counts.ts';
import classes from './card-total.module.css';

export const CardTotal = ({ count }: { count: number }) => (
  <div className={classes.total}>
    <span className={classes.number}>{formatCount(count)}</span>
    <span data-text="hint">Total Signups</span>
  </div>
);
