import { Skeleton } from '@mantine/core';
import type { Connection } from '#contract/connections.ts';
import { SERVICE_NAMES } from '#contract/steps.ts';
import classes from './connection-card.module.css';
import { ConnectionCard } from './connection-card.tsx';

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
      {SERVICE_NAMES.map((service) => (
        <Skeleton key={service} h={320} radius="md" />
      ))}
    </div>
  );
}
