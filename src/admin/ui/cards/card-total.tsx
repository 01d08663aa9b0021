import { formatCount } from '#contract/texts/counts.ts';
import classes from './card-total.module.css';

/** The main number of a card, at its right: "42 Total Signups". */
export const CardTotal = ({ count }: { count: number }) => (
  <div className={classes.total}>
    <span className={classes.number}>{formatCount(count)}</span>
    <span data-text="hint">Total Signups</span>
  </div>
);
