import { type ReactNode, useId } from 'react';
import classes from './settings-section.module.css';

interface SettingsSectionProps {
  title: string;
  /** What these settings are about, in a sentence. */
  note: string;
  children: ReactNode;
}

/** Settings that belong together: their name and what they are about at the left, the inputs in a card of two columns at the right. */
export function SettingsSection({ title, note, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.about}>
        <h2 id={titleId}>{title}</h2>
        <p>{note}</p>
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

/** An input, or a note, as wide as the card. */
export function WholeWidth({ children }: { children: ReactNode }) {
  return <div className={classes.whole}>{children}</div>;
}
