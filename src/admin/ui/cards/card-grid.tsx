import { Children, type ReactNode } from 'react';
import classes from './card.module.css';

/** Cards side by side, as many as fit, one below the other on a phone. Each child is a card. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className={classes.grid}>
      {Children.map(children, (card) => (
        <li className={classes.cell}>{card}</li>
      ))}
    </ul>
  );
}
