import { Box, Group, Skeleton, UnstyledButton } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/texts/counts.ts';
import { IconPlus } from '../layout/icons.tsx';
import classes from './card.module.css';

/** As many cards side by side as fit; one below the other on a phone. Each child is a card. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <ul className={classes.grid}>{Children.map(children, (card) => card && <li className={classes.cell}>{card}</li>)}</ul>
);

export const LinkCard = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={classes.card} data-box="card" data-stack data-text="main">
    {children}
  </Link>
);

export const SkeletonCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.card} data-box="card" data-stack data-text="main" aria-hidden="true">
    {children}
  </div>
);

export const AddCard = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <UnstyledButton className={classes.add} data-row aria-haspopup="dialog" onClick={onClick}>
    <IconPlus aria-hidden="true" />
    {label}
  </UnstyledButton>
);

interface CountCardProps {
  to: string;
  title: string;
  count: number;
  /** What is counted: "Signups". */
  noun: string;
  counts?: string;
}

export const CountCard = ({ to, title, count, noun, counts }: CountCardProps) => (
  <LinkCard to={to}>
    <div className={classes.count} data-row="between wide">
      <h3 data-text="heading" dir="auto">
        {title}
      </h3>{' '}
      <Group component="span" display="inline-flex" gap={6} align="baseline" data-fixed data-text="small" title={counts}>
        <Box component="strong" fz="xl" lts="-0.01em" data-figures data-text="stressed">
          {formatCount(count)}
        </Box>{' '}
        {noun}
      </Group>
    </div>
  </LinkCard>
);

export const CountCardSkeleton = () => (
  <SkeletonCard>
    <div className={classes.count} data-row="between wide">
      <Skeleton h={14} w="50%" />
      <Skeleton h={16} w={76} />
    </div>
  </SkeletonCard>
);
