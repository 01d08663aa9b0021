import { Skeleton } from '@mantine/core';
import type { Connection } from '#contract/connections.ts';
import classes from './connection-card.module.css';
import { ConnectionCard } from './connection-card.tsx';

const BONES = ['a', 'b', 'c'];

/** All outside services side by side. */
export function ConnectionCards({ connections }: { connections: readonly Connection[] }) {
  return (
    <div className={classes.cards}>
      {connections.map((connection) => (
        <ConnectionCard key={connection.service} connection={connection} />
      ))}
    </div>
  );
}

/** The services while they load. */
export function ConnectionCardsBones() {
  return (
    <div className={classes.cards}>
      {BONES.map((bone) => (
        <Skeleton key={bone} h={320} radius="md" />
      ))}
    </div>
  );
}
