import type { ComponentProps } from 'react';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './chip.module.css';

/** One of a group of choices: pressed, current, or removed by a click. `count` is how many it stands for. */
export const Chip = ({ count, children, ...button }: ComponentProps<'button'> & { count?: number | undefined }) => (
  <button type="button" className={classes.chip} {...button}>
    {children} <span>{count === undefined ? null : formatCount(count)}</span>
  </button>
);
