import { Skeleton } from '@mantine/core';
import classes from './count-card.module.css';
import { formatCount } from './counts.ts';
import { BoneCard, LinkCard } from './link-card.tsx';

interface CountCardProps {
  to: string;
  title: string;
  count: number;
  /** What is counted: "Signups". */
  noun: string;
}

/** A card of one line: a title and how many it holds. The whole card is the link. */
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

/** The same card while it loads. */
export function CountCardBone() {
  return (
    <BoneCard>
      <div className={classes.line}>
        <Skeleton h={14} w="50%" />
        <Skeleton h={16} w={76} />
      </div>
    </BoneCard>
  );
}
