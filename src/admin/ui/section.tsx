import { type ReactNode, useId } from 'react';
import { formatCount } from './counts.ts';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  /** How many are listed; left out when there are none or it is not known yet. */
  count?: number;
  /** Quiet words beside the title, such as a unit. */
  note?: string;
  children: ReactNode;
}

/** A part of a page with its title, and how many it lists. */
export function Section({ title, count, note, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 className={classes.title} id={titleId}>
          {title}
        </h2>
        {count === undefined || count === 0 ? null : <span className={classes.count}>{formatCount(count)}</span>}
        {note === undefined ? null : <span className={classes.count}>{note}</span>}
      </div>
      {children}
    </section>
  );
}
