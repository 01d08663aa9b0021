import { Skeleton } from '@mantine/core';
import type { Connection } from '#contract/connections.ts';
import classes from './connection-card.module.css';
import { ConnectionCard } from './connection-card.tsx';

const SKELETON_PARTS = ['a', 'b', 'c'];

export function ConnectionCards({ connections }: { connections: readonly Connection[] }) {
  return (
    <div className={classes.cards}>
      {connections.map((connection) => (
        <ConnectionCard key={connection.service} connection={connection} />
      ))}
    </div>
  );
}

export function ConnectionCardsSkeleton() {
  return (
    <div className={classes.cards}>
      {SKELETON_PARTS.map((part) => (
        <Skeleton key={part} h={320} radius="md" />
      ))}
    </div>
  );
}
