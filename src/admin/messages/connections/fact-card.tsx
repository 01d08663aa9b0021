import { Box, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';

export const FactCard = ({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) => (
  <Stack component="section" gap={0} miw={0} p={16} fz="sm" lh="sm" data-box="card" aria-label={title}>
    <Group justify="space-between" gap="4px 16px">
      <h2 data-text="title">{title}</h2>
      {aside}
    </Group>
    {children}
  </Stack>
);

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box display="grid" py={4} style={{ gridTemplateColumns: '6rem minmax(0, 1fr)', gap: 16 }}>
    <dt data-text="quiet">{label}</dt>
    <dd>{children}</dd>
  </Box>
);

export const LastFailure = ({ at, failure }: { at: string; failure: string | null }) => (
  <>
    <RelativeTime at={at} />
    <p data-text="bad" dir="auto">
      {failure}
    </p>
  </>
);
