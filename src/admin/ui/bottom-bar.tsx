import type { ReactNode } from 'react';
import classes from './bottom-bar.module.css';

/**
 * The bar fixed at the bottom, 64 high, for the page's primary button. `about` says what it is about, such as
 * "4 events on the form" or "3 unsaved changes". Put it inside `Page`, which keeps its space free.
 */
export function BottomBar({ about, children }: { about?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar} data-bottom-bar="">
      <div className={classes.inner}>
        {about === undefined ? null : <div className={classes.about}>{about}</div>}
        <div className={classes.actions}>{children}</div>
      </div>
    </div>
  );
}
