import type { ReactNode } from 'react';
import classes from './bottom-bar.module.css';

export interface BottomBarProps {
  /** What the button is about, such as "4 events on the form" or "3 unsaved changes". */
  about?: ReactNode;
  /** With `desktop`, only screen readers have the text on a phone, where the button takes the whole width. */
  aboutOn?: 'every screen' | 'desktop';
  tools?: ReactNode;
  children: ReactNode;
}

/** The bar fixed at the bottom with the page's primary button. `Page` leaves room for it. */
export const BottomBar = ({ about, aboutOn = 'every screen', tools, children }: BottomBarProps) => (
  <div className={classes.bar} data-bottom-bar="">
    <div className={classes.inner} data-row="wide">
      {about === undefined ? null : (
        <div className={classes.about} data-figures data-text="small" data-phone={aboutOn === 'desktop' ? 'unseen' : undefined}>
          {about}
        </div>
      )}
      {tools}
      <div className={classes.actions} data-row>
        {children}
      </div>
    </div>
  </div>
);
