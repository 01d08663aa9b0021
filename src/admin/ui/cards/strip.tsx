import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/texts/counts.ts';
import counts from './count-list.module.css';
import classes from './strip.module.css';

/** One card with several parts side by side, one below the other on a phone. */
export const Strip = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={classes.strip} data-box="card" aria-label={label}>
    {children}
  </section>
);

/** A part of a `Strip` with its title. */
export function StripPart({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h2 className={classes.title} data-variant="label" id={titleId}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** What a part says when it has nothing to list. */
export const NothingInPart = ({ children }: { children: ReactNode }) => <p className={classes.nothing}>{children}</p>;

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
    <ul data-phone="hidden">
      {shown.map(({ key, label, count, to }) => (
        <li key={key} className={counts.line} data-row="stretch between wide">
          <Link to={to} className={counts.label} data-cut data-variant="main" dir="auto">
            {label}
          </Link>
          <span className={counts.count}>{formatCount(count)}</span>
        </li>
      ))}
      {others.length === 0 ? null : (
        <li className={counts.line} data-row="stretch between wide">
          {moreTo === undefined ? (
            <span className={counts.label} data-cut data-variant="main">
              {more}
            </span>
          ) : (
            <Link to={moreTo} className={counts.label} data-cut data-variant="main">
              {more}
            </Link>
          )}
          <span className={counts.count}>{formatCount(sum)}</span>
        </li>
      )}
    </ul>
  );
}
