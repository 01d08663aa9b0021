import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './card.module.css';

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
