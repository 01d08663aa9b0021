import { Skeleton } from '@mantine/core';
import { formatCount } from '#contract/texts/counts.ts';
import { SkeletonCard, LinkCard } from './card.tsx';
import classes from './count-card.module.css';

interface CountCardProps {
  to: string;
  title: string;
  count: number;
  /** What is counted: "Signups". */
  noun: string;
}

/** A one-line card that is a link: a title and a count. */
export function CountCard({ to, title, count, noun }: CountCardProps) {
  return (
    <LinkCard to={to}>
      <div className={classes.line}>
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>{' '}
        <span className={classes.number}>
          <strong>{formatCount(count)}</strong> {noun}
        </span>
      </div>
    </LinkCard>
  );
}

export function CountCardSkeleton() {
  return (
    <SkeletonCard>
      <div className={classes.line}>
        <Skeleton h={14} w="50%" />
        <Skeleton h={16} w={76} />
      </div>
    </SkeletonCard>
  );
}
