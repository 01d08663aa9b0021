import { Group, Stack } from '@mantine/core';
import { formatCount } from '#contract/texts/counts.ts';

interface CardTotalProps {
  count: number;
  counts?: string;
  label?: string;
  isGood?: boolean;
  isLive?: boolean;
}

export const CardTotal = ({ count, counts, label = 'Total Signups', isGood = false, isLive = false }: CardTotalProps) => (
  <Stack gap={0} align="flex-end" style={{ alignSelf: 'start' }} title={counts}>
    <Group
      gap={8}
      fz="1.5rem"
      fw={600}
      lh="2rem"
      lts="-0.01em"
      data-figures
      data-text={isGood ? 'good' : undefined}
      data-dot={isLive || undefined}
    >
      {formatCount(count)}{' '}
    </Group>
    <span data-text="hint">{label}</span>
  </Stack>
);
