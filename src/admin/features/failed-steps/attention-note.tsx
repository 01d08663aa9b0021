import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { formatCount } from '#admin/ui/format/counts.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { stepCountsQuery } from './step-queries.ts';

/** A link with the number of failed steps; nothing when it is zero or unknown. */
export function AttentionNote() {
  const { data } = useQuery(stepCountsQuery());
  const steps = data === undefined ? 0 : data.failed + data.retrying;
  if (steps === 0) return null;
  return (
    <Button component={Link} to={paths.needsAttention()} variant="default" leftSection={<IconAlertCircle />}>
      {formatCount(steps)} failed {steps === 1 ? 'step needs' : 'steps need'} attention
    </Button>
  );
}
