import { formatCount } from '#contract/texts/counts.ts';
import classes from './figures.module.css';

interface FiguresProps {
  label: string;
  /** A value that is not known yet is undefined. */
  figures: readonly { readonly label: string; readonly value: number | undefined; readonly tone?: 'bad' }[];
}

/** Four figures in a row: what an import would do, or has done. */
export function Figures({ label, figures }: FiguresProps) {
  return (
    <ul className={classes.figures} data-box="frame" aria-label={label}>
      {figures.map((figure) => (
        <li key={figure.label}>
          <strong>{figure.value === undefined ? '…' : formatCount(figure.value)}</strong>{' '}
          <span data-tone={figure.value === 0 ? undefined : figure.tone}>{figure.label}</span>
        </li>
      ))}
    </ul>
  );
}
