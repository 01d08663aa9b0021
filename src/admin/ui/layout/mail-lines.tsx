import { Fragment, type ReactNode } from 'react';
import classes from './mail-lines.module.css';

/** The head of a shown mail: its sender, reader and subject. */
export const MailLines = ({ lines }: { lines: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.lines} data-text="second">
    {lines.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
