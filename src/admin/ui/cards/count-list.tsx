import { Link } from 'react-router';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './count-list.module.css';

const LINES = 3;

interface CountLine {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly to: string;
}

interface CountListProps {
  lines: readonly CountLine[];
  /** What the last line says of those that find no room: "2 more causes". */
  moreLabel: (lines: number) => string;
  moreTo?: string;
}

/** The first few of several counts, each with its link, and the sum of the others. */
export function CountList({ lines, moreLabel, moreTo }: CountListProps) {
  const shown = lines.length <= LINES ? lines : lines.slice(0, LINES - 1);
  const others = lines.slice(shown.length);
  const sum = others.reduce((total, { count }) => total + count, 0);
  const more = moreLabel(others.length);
  return (
    <ul className={classes.list}>
      {shown.map(({ key, label, count, to }) => (
        <li key={key} className={classes.line}>
          <Link to={to} className={classes.label} dir="auto">
            {label}
          </Link>
          <span className={classes.count}>{formatCount(count)}</span>
        </li>
      ))}
      {others.length === 0 ? null : (
        <li className={classes.line}>
          {moreTo === undefined ? (
            <span className={classes.label}>{more}</span>
          ) : (
            <Link to={moreTo} className={classes.label}>
              {more}
            </Link>
          )}
          <span className={classes.count}>{formatCount(sum)}</span>
        </li>
      )}
    </ul>
  );
}
