import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { stepsOf } from './attention-scope.ts';
import { notDelivered } from './not-delivered.ts';
import { stepCountsQuery } from './step-queries.ts';

/** A link with the number of failed messages; nothing when it is zero or unknown. */
export function AttentionNote() {
  const { data } = useQuery(stepCountsQuery());
  const steps = data === undefined ? 0 : stepsOf(data);
  if (steps === 0) return null;
  return (
    <Button component={Link} to={paths.needsAttention()} variant="default" leftSection={<IconAlertCircle />}>
      {notDelivered(steps)}
    </Button>
  );
}
