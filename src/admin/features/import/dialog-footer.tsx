import type { ReactNode } from 'react';
import classes from './import-dialog.module.css';

/** The foot of each step: a note and the buttons. */
export function DialogFooter({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      <p className={classes.note}>{note}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
