import { Box, Skeleton } from '@mantine/core';
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
    <Box component="dd" fz="clamp(1.25rem, 5.2vw, 1.75rem)" fw={600} lh="2.25rem" lts="-0.02em" data-figures>
      {value ?? <Skeleton component="span" display="inline-block" h={24} w={72} />}
    </Box>
    <dd data-figures data-text="hint">
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
