import { Skeleton, Stack } from '@mantine/core';
import { repeated } from '../layout/page.tsx';

/** The skeleton of a list in a card. */
export const RowsSkeleton = ({ inset = 16 }: { inset?: number }) => (
  <div data-box="card" data-ruled aria-hidden="true">
    {repeated(
      4,
      <Stack gap="sm" px={inset} py={14}>
        <Skeleton h={14} w="40%" />
        <Skeleton h={12} w="65%" />
      </Stack>,
    )}
  </div>
);
