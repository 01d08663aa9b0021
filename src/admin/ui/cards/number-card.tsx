import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './number-card.module.css';

interface NumberCardProps {
  label: string;
  value: string | undefined;
  note: ReactNode;
  counts?: string | undefined;
}

export const NumberCard = ({ label, value, note, counts }: NumberCardProps) => (
  <div className={classes.card} data-box="card" title={counts}>
    <dt data-text="small">{label}</dt>
    <dd className={classes.number}>{value ?? <Skeleton component="span" display="inline-block" h={24} w={72} />}</dd>
    <dd className={classes.note} data-text="hint">
      {value === undefined ? <Skeleton component="span" display="inline-block" h={10} w={64} /> : note}
    </dd>
  </div>
);

/** Numbers side by side; `joined` ones are parts of a whole and share a frame. */
export const NumberCards = ({ kind, children }: { kind: 'joined' | 'apart'; children: ReactNode }) => (
  <dl className={classes.cards} data-joined={kind === 'joined' ? '' : undefined} data-box={kind === 'joined' ? 'card' : undefined}>
    {children}
  </dl>
);
