import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SettingsPart } from '#admin/paths.ts';
import { IconAlertTriangle } from './icons.tsx';
import classes from './settings-section.module.css';

/** A group of settings: title and note on the left, the inputs in a two-column card on the right. */
export const SettingsSection = ({ id, title, note, children }: { id?: SettingsPart; title: string; note: string; children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <div className={classes.about}>
      <h2 data-text="heading">{title}</h2>
      <p data-text="small-quiet">{note}</p>
    </div>
    <div id={id} className={classes.card} data-phone="stacked">
      {children}
    </div>
  </section>
);

/** For an input that takes both columns. */
export const wholeWidth = classes.whole;
export const WholeWidth = ({ children }: { children: ReactNode }) => <div className={wholeWidth}>{children}</div>;

export const WarningNotes = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <WholeWidth key={text}>
      <Alert role="status" color="orange" icon={<IconAlertTriangle />}>
        {text}
      </Alert>
    </WholeWidth>
  ));
