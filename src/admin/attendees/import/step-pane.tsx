import { type KeyboardEventHandler, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import classes from './import-dialog.module.css';

export interface StepFocus {
  readonly focus: () => void;
}

interface StepPaneProps {
  label: string;
  ref?: Ref<StepFocus>;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

/** A step of the dialog. It takes the focus when it is shown, because the button that led here has left the page. */
export function StepPane({ label, ref, onKeyDown, children }: StepPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => pane.current?.focus({ preventScroll: true }) }), []);
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={pane} role="group" aria-label={label} className={classes.pane} data-stack tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
