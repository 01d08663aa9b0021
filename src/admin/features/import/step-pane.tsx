import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import classes from './import-dialog.module.css';

/** Brings the focus back to a step when what held it goes. */
export interface StepFocus {
  readonly focus: () => void;
}

/** A step of the dialog. It takes the focus when it comes: what was pressed to get here is gone, and the page behind must not get it. */
export function StepPane({ label, ref, children }: { label: string; ref?: Ref<StepFocus>; children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => pane.current?.focus({ preventScroll: true }) }), []);
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a column in all browsers
    <div ref={pane} role="group" aria-label={label} className={classes.pane} tabIndex={-1}>
      {children}
    </div>
  );
}
