import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  count?: number;
  /** How many of them match a filter. */
  matches?: number;
  note?: string;
  tools?: ReactNode;
  children: ReactNode;
}

export const Section = ({ title, count, matches, note, tools, children }: SectionProps) => (
  <section className={classes.section} aria-label={title}>
    <Box mb={8} data-row="baseline wrap">
      <h2 data-text="title">{title}</h2>
      {count === undefined || count === 0 ? null : (
        <span data-text="small-count">
          {(matches ?? count) === count ? null : <span>{`${formatCount(matches ?? count)} of `}</span>}
          {formatCount(count)}
        </span>
      )}
      {note === undefined ? null : <span data-text="small-count">{note}</span>}
      {tools}
    </Box>
    {children}
  </section>
);
