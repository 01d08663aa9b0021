import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import classes from './import-dialog.module.css';

export interface StepFocus {
  readonly focus: () => void;
}

/** A step of the dialog. It takes the focus when it is shown, because the button that led here is gone. */
export function StepPane({ label, ref, children }: { label: string; ref?: Ref<StepFocus>; children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => pane.current?.focus({ preventScroll: true }) }), []);
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={pane} role="group" aria-label={label} className={classes.pane} tabIndex={-1}>
      {children}
    </div>
  );
}

/** The foot of each step: a note and the buttons. */
export function DialogFooter({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      <p className={classes.note}>{note}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
