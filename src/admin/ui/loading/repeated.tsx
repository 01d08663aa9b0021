import { Skeleton, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

/** The same part several times, such as the lines of a skeleton. */
export const repeated = (times: number, part: ReactNode): ReactNode[] =>
  Array.from({ length: times }, (_, index) => <Fragment key={String(index)}>{part}</Fragment>);

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
