import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The column that holds a screen: 1200 wide at most. Contains a `PageHeader` and the content. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page} id="main">
      {children}
    </main>
  );
}
