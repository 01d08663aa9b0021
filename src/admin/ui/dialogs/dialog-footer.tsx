import type { ReactNode } from 'react';
import classes from './tall-dialog.module.css';

/** The foot of a dialog with `tall-dialog.module.css`, which stays in view: a note and the buttons. */
export function DialogFooter({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      <div className={classes.note}>{note}</div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
