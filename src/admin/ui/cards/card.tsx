import { UnstyledButton } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconPlus } from '../layout/icons.tsx';
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

/** A card that is a single link. */
export function LinkCard({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.card}>
      {children}
    </Link>
  );
}

export function SkeletonCard({ children }: { children: ReactNode }) {
  return (
    <div className={classes.card} aria-hidden="true">
      {children}
    </div>
  );
}

/** The dashed card at the end of a section, which adds one more. */
export function AddCard({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.add} aria-haspopup="dialog" onClick={onClick}>
      <IconPlus aria-hidden="true" />
      {label}
    </UnstyledButton>
  );
}
