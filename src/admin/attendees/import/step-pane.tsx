import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { focusInPlace } from '#admin/ui/focus.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './step-pane.module.css';

interface FiguresProps {
  label: string;
  /** A value that is not known yet is undefined. */
  figures: readonly { readonly label: string; readonly value: number | undefined; readonly tone?: 'bad' }[];
}

/** Four figures in a row: what an import would do, or has done. */
export const Figures = ({ label, figures }: FiguresProps) => (
  <ul className={classes.figures} data-fixed data-box="frame" aria-label={label}>
    {figures.map((figure) => (
      <li key={figure.label}>
        <strong>{figure.value === undefined ? '…' : formatCount(figure.value)}</strong>{' '}
        <span data-text={figure.value === 0 ? 'second' : (figure.tone ?? 'second')}>{figure.label}</span>
      </li>
    ))}
  </ul>
);

interface StepPaneProps {
  label: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** A step of the dialog. It is shown from the top and takes the focus, because the button that led here has left the page. */
export function StepPane({ label, ref, children }: StepPaneProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const pane = ref ?? ownRef;
  useEffect(() => {
    focusInPlace(pane.current);
    pane.current?.closest('[role="dialog"]')?.scrollTo(0, 0);
  }, [pane]);
  return (
    <div ref={pane} role="group" aria-label={label} className={classes.pane} data-stack tabIndex={-1}>
      {children}
    </div>
  );
}
