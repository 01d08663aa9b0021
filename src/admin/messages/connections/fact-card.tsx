import { type ReactNode, useId } from 'react';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';
import classes from './fact-card.module.css';

/** A card with a name, what is beside that, and facts about it. */
export function FactCard({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.card} data-box="card" data-stack aria-labelledby={titleId}>
      <div className={classes.head} data-row="wrap between">
        <h2 id={titleId} data-text="title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt data-text="quiet">{label}</dt>
    <dd>{children}</dd>
  </div>
);

export const LastFailure = ({ at, failure }: { at: string; failure: string | null }) => (
  <>
    <RelativeTime at={at} />
    <span className={classes.failure} dir="auto">
      {failure}
    </span>
  </>
);
