import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The middle of every screen: 1200 wide at most, with the gutters. Holds a `PageHeader` and the content. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page} id="main">
      {children}
    </main>
  );
}
