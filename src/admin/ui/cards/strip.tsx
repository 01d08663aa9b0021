import { type ReactNode, useId } from 'react';
import classes from './strip.module.css';

/** One card with several parts side by side, one below the other on a phone. */
export function Strip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.strip} aria-label={label}>
      {children}
    </section>
  );
}

/** A part of a `Strip` with its title. */
export function StripPart({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** What a part says when it has nothing to list. */
export function NothingInPart({ children }: { children: ReactNode }) {
  return <p className={classes.nothing}>{children}</p>;
}
