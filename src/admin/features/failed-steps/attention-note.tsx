import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { formatCount } from '#admin/ui/counts.ts';
import { stepCountsQuery } from './step-queries.ts';

/** How many steps have failed, as a link to them; nothing while none has, or while that is not known. */
export function AttentionNote() {
  const { data } = useQuery(stepCountsQuery());
  const steps = data === undefined ? 0 : data.failed + data.retrying;
  if (steps === 0) return null;
  return (
    <Button component={Link} to={paths.needsAttention()} variant="default" leftSection={<IconAlertCircle size={16} stroke={1.75} />}>
      {formatCount(steps)} failed {steps === 1 ? 'step needs' : 'steps need'} attention
    </Button>
  );
}
