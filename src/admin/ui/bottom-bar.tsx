import type { ReactNode } from 'react';
import classes from './bottom-bar.module.css';

interface BottomBarProps {
  /** What the button is about, such as "4 events on the form" or "3 unsaved changes". */
  about?: ReactNode;
  /** `desktop` leaves the words out on a phone, where the button then has the whole width. */
  aboutOn?: 'every screen' | 'desktop';
  /** The page's primary button, last, and those that belong to it. */
  children: ReactNode;
}

/** The bar fixed at the bottom, 64 high, for the page's primary button. Put it inside `Page`, which keeps its space free. */
export function BottomBar({ about, aboutOn = 'every screen', children }: BottomBarProps) {
  return (
    <div className={classes.bar} data-bottom-bar="">
      <div className={classes.inner}>
        {about === undefined ? null : (
          <div className={classes.about} data-on={aboutOn}>
            {about}
          </div>
        )}
        <div className={classes.actions}>{children}</div>
      </div>
    </div>
  );
}
